import { createECDH, createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { ALGORITHM, keyTagOf } from '../domain/dnssec/key.rules.js';
import { wireName, words } from '../domain/zones/transfer/dns-message.js';
import { typeNumber } from '../domain/zones/transfer/dns-data.js';
import { wireData } from './wire-data.js';

const IN = 1;
const RRSIG = 46;
const WEEK_SECONDS = 604_800;

/** The records of one name and type. */
export interface RecordSet {
  readonly name: string;
  readonly type: string;
  readonly ttl: number;
  /** The data of each record on its own line, in PowerDNS's form. */
  readonly content: string;
  readonly isSigned: boolean;
}

/** A key of a zone. */
export class ZoneKey {
  /** In base64, as in a DNSKEY record. */
  readonly publicKey: string;
  readonly tag: number;
  readonly secret: KeyObject;

  /** @param text the private key in the form that PowerDNS reads */
  constructor(
    readonly id: number,
    text: string,
  ) {
    const secret = Buffer.from(/^PrivateKey: (.+)$/m.exec(text)![1]!, 'base64');
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(secret);
    // After the octet that marks an uncompressed point.
    const point = pair.getPublicKey().subarray(1);
    const [x, y, d] = [point.subarray(0, 32), point.subarray(32), secret].map((part) =>
      part.toString('base64url'),
    );
    this.publicKey = point.toString('base64');
    this.tag = keyTagOf(this.publicKey);
    this.secret = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d }, format: 'jwk' });
  }
}

/** Signs the record sets of a zone for one week. */
export class ZoneSigner {
  private readonly signer: Buffer;

  constructor(
    zone: string,
    private readonly keys: readonly ZoneKey[],
    private readonly week: number,
  ) {
    this.signer = wireName(zone);
  }

  /**
   * Encodes the records of a set in wire format, each with its owner and without compression, and
   * their signatures after them.
   */
  records({ name, type, ttl, content, isSigned }: RecordSet): Buffer {
    const owner = wireName(name);
    const canonical = wireName(name.toLowerCase());
    const number = typeNumber(type);
    const data = [...new Set(content.split('\n'))].map((line) => wireData(type, line)).sort(Buffer.compare);
    const records = data.map((octets) => record(owner, number, ttl, octets));
    if (!isSigned) return Buffer.concat(records);
    const signed = Buffer.concat(data.map((octets) => record(canonical, number, ttl, octets)));
    const signatures = this.keys.map((key) => this.signature(key, { name, number, ttl, signed }));
    return Buffer.concat([...records, ...signatures.map((octets) => record(owner, RRSIG, ttl, octets))]);
  }

  /**
   * Makes an RRSIG (RFC 4034 section 3.1.8.1). As in PowerDNS, it is valid from the week before to
   * the end of the next week.
   */
  private signature(
    { tag, secret }: ZoneKey,
    { name, number, ttl, signed }: { name: string; number: number; ttl: number; signed: Buffer },
  ): Buffer {
    const begins = this.week * WEEK_SECONDS;
    const numbers = Buffer.alloc(18);
    numbers.writeUInt16BE(number, 0);
    numbers.writeUInt8(ALGORITHM, 2);
    numbers.writeUInt8(name.split('.').filter((label) => label !== '*').length, 3);
    numbers.writeUInt32BE(ttl, 4);
    numbers.writeUInt32BE(begins + 2 * WEEK_SECONDS, 8);
    numbers.writeUInt32BE(begins - WEEK_SECONDS, 12);
    numbers.writeUInt16BE(tag, 16);
    const head = Buffer.concat([numbers, this.signer]);
    const made = sign('sha256', Buffer.concat([head, signed]), { key: secret, dsaEncoding: 'ieee-p1363' });
    return Buffer.concat([head, made]);
  }
}

/** Returns the number of the week of this time. Weeks begin on Thursday, 0:00 UTC. */
export function weekOf(time: Date): number {
  return Math.floor(time.getTime() / 1000 / WEEK_SECONDS);
}

function record(owner: Buffer, type: number, ttl: number, data: Buffer): Buffer {
  return Buffer.concat([owner, words(type, IN, ttl >>> 16, ttl & 0xffff, data.length), data]);
}

/** Splits concatenated records. */
export function* eachRecord(records: Buffer): Generator<Buffer> {
  for (let start = 0; start < records.length;) {
    let end = start;
    while (records[end] !== 0) end += 1 + records[end]!;
    end += 11 + records.readUInt16BE(end + 9);
    yield records.subarray(start, end);
    start = end;
  }
}
