import ipaddr from 'ipaddr.js';
import { wireName, words } from '../domain/zones/transfer/dns-message.js';
import { typeNumber } from '../domain/zones/transfer/dns-data.js';

type Encoder = (content: string) => Buffer;

const address: Encoder = (content) => Buffer.from(ipaddr.parse(content).toByteArray());
/** Lower case, as signatures require it (RFC 4034 section 6.2). */
const host: Encoder = (content) => wireName(content.toLowerCase());

/** Encoders of the data of each type in a signed zone: from PowerDNS's form to wire format. */
const ENCODERS: Readonly<Record<string, Encoder>> = {
  A: address,
  AAAA: address,
  NS: host,
  CNAME: host,
  PTR: host,
  MX: (content) => numbersAndHost(content, 1),
  SRV: (content) => numbersAndHost(content, 3),
  TXT: (content) =>
    Buffer.concat(strings(content).map((text) => Buffer.concat([Buffer.of(text.length), text]))),
  CAA: certificateAuthority,
  SOA: startOfAuthority,
  DNSKEY: key,
  CDNSKEY: key,
  CDS: digest,
  DS: digest,
  NSEC3PARAM: () => PARAMETERS,
  NSEC3: nextName,
};

/** SHA-1, no flags, no additional iterations, no salt (RFC 9276). */
const PARAMETERS = Buffer.of(1, 0, 0, 0, 0);

/** Encodes the data of a record. @throws TypeError for a type that is not in `ENCODERS` */
export function wireData(type: string, content: string): Buffer {
  return ENCODERS[type]!(content);
}

function numbersAndHost(content: string, count: number): Buffer {
  const fields = content.split(' ');
  return Buffer.concat([words(...fields.slice(0, count).map(Number)), host(fields[count]!)]);
}

/** Decodes quoted strings with the escapes `\"`, `\\` and `\DDD` (RFC 1035 section 5.1). */
function strings(content: string): Buffer[] {
  return [...content.matchAll(/"((?:[^"\\]|\\.)*)"/gs)].map(([, text]) => unescaped(text!));
}

function unescaped(text: string): Buffer {
  const octets = text.replace(/\\(?:(\d{3})|(.))/gs, (_, number: string | undefined, character: string) =>
    number === undefined ? character : String.fromCharCode(Number(number)),
  );
  return Buffer.from(octets, 'latin1');
}

function certificateAuthority(content: string): Buffer {
  const [flags, tag] = content.split(' ', 2) as [string, string];
  return Buffer.concat([Buffer.of(Number(flags), tag.length), Buffer.from(tag), ...strings(content)]);
}

function startOfAuthority(content: string): Buffer {
  const [primary, mailbox, ...numbers] = content.split(' ') as [string, string, ...string[]];
  const counts = Buffer.alloc(20);
  numbers.forEach((number, index) => counts.writeUInt32BE(Number(number), 4 * index));
  return Buffer.concat([host(primary), mailboxName(mailbox), counts]);
}

/** Encodes a name whose first label may hold escaped periods. */
function mailboxName(name: string): Buffer {
  const labels = [...name.toLowerCase().matchAll(/(?:[^.\\]|\\\d{3}|\\.)+/gs)].map(([label]) =>
    unescaped(label),
  );
  return Buffer.concat([...labels.flatMap((label) => [Buffer.of(label.length), label]), Buffer.of(0)]);
}

function key(content: string): Buffer {
  const [flags, protocol, algorithm, publicKey] = content.split(' ') as [string, string, string, string];
  return Buffer.concat([
    words(Number(flags)),
    Buffer.of(Number(protocol), Number(algorithm)),
    Buffer.from(publicKey, 'base64'),
  ]);
}

function digest(content: string): Buffer {
  const [tag, algorithm, digestType, text] = content.split(' ') as [string, string, string, string];
  return Buffer.concat([
    words(Number(tag)),
    Buffer.of(Number(algorithm), Number(digestType)),
    Buffer.from(text, 'hex'),
  ]);
}

const BASE32HEX = '0123456789abcdefghijklmnopqrstuv';

/** Encodes the hash of the next name, and the types at this one (RFC 5155 section 3.2). */
function nextName(content: string): Buffer {
  const [next, ...types] = content.split(' ') as [string, ...string[]];
  const bits = [...next].map((digit) => BASE32HEX.indexOf(digit).toString(2).padStart(5, '0')).join('');
  const hash = Buffer.from(bits.match(/.{8}/g)!.map((octet) => parseInt(octet, 2)));
  return Buffer.concat([PARAMETERS, Buffer.of(hash.length), hash, typeBitmaps(types)]);
}

/** Encodes type bitmaps (RFC 4034 section 4.1.2). */
function typeBitmaps(types: readonly string[]): Buffer {
  const windows = new Map<number, Buffer>();
  for (const number of types.map(typeNumber)) {
    const window = windows.get(number >> 8) ?? Buffer.alloc(32);
    windows.set(number >> 8, window);
    window[(number & 0xff) >> 3]! |= 0x80 >> (number & 7);
  }
  return Buffer.concat(
    [...windows]
      .sort(([one], [other]) => one - other)
      .flatMap(([block, bits]) => {
        const length = bits.findLastIndex((octet) => octet !== 0) + 1;
        return [Buffer.of(block, length), bits.subarray(0, length)];
      }),
  );
}
