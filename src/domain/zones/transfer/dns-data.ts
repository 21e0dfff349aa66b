import ipaddr from 'ipaddr.js';
import { nameAt } from './dns-name.js';

export interface SoaData {
  readonly mname: string;
  readonly rname: string;
  readonly serial: number;
  readonly refresh: number;
  readonly retry: number;
  readonly expire: number;
  readonly minimum: number;
}

/** The mnemonics of well-known types (IANA, Resource Record TYPEs). */
const TYPE_NUMBERS: Readonly<Record<string, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  HINFO: 13,
  MX: 15,
  TXT: 16,
  RP: 17,
  AAAA: 28,
  LOC: 29,
  SRV: 33,
  NAPTR: 35,
  DNAME: 39,
  DS: 43,
  SSHFP: 44,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  NSEC3: 50,
  NSEC3PARAM: 51,
  TLSA: 52,
  CDS: 59,
  CDNSKEY: 60,
  OPENPGPKEY: 61,
  SVCB: 64,
  HTTPS: 65,
  SPF: 99,
  URI: 256,
  CAA: 257,
};
const TYPE_NAMES = new Map(Object.entries(TYPE_NUMBERS).map(([name, number]) => [number, name]));

/** Returns the mnemonic of a type, or `TYPE` and its number (RFC 3597 section 5). */
export function typeName(number: number): string {
  return TYPE_NAMES.get(number) ?? `TYPE${number}`;
}

/** Returns the number of a type: the reverse of `typeName`. */
export function typeNumber(name: string): number {
  return TYPE_NUMBERS[name] ?? Number(name.slice('TYPE'.length));
}

type Decoder = (message: Buffer, start: number, end: number) => unknown;

const name: Decoder = (message, start, end) => {
  const { name: found, end: nameEnd } = nameAt(message, start);
  if (nameEnd !== end) throw new Error('a name that does not end with its record');
  return found;
};

const DECODERS: Readonly<Record<string, Decoder>> = {
  A: (message, start, end) => message.subarray(start, end).join('.'),
  AAAA: ipv6,
  NS: name,
  CNAME: name,
  PTR: name,
  SOA: soa,
  MX: (message, start, end) => ({
    preference: message.readUInt16BE(start),
    exchange: name(message, start + 2, end),
  }),
  TXT: strings,
  SRV: (message, start, end) => ({
    priority: message.readUInt16BE(start),
    weight: message.readUInt16BE(start + 2),
    port: message.readUInt16BE(start + 4),
    target: name(message, start + 6, end),
  }),
  CAA: authority,
  DS: delegationSigner,
};

/**
 * Decodes the RDATA from `start` to `end`.
 * @returns names in presentation format, addresses and DS records as text, a TXT record's strings
 * as buffers, an object of the fields for other types; undefined for types that the service does
 * not read
 */
export function dataOf(type: string, message: Buffer, start: number, end: number): unknown {
  return DECODERS[type]?.(message, start, end);
}

function ipv6(message: Buffer, start: number, end: number): string {
  return new ipaddr.IPv6([...message.subarray(start, end)]).toRFC5952String();
}

function soa(message: Buffer, start: number): SoaData {
  const { name: mname, end } = nameAt(message, start);
  const { name: rname, end: offset } = nameAt(message, end);
  const [serial, refresh, retry, expire, minimum] = [0, 4, 8, 12, 16].map((at) =>
    message.readUInt32BE(offset + at),
  ) as [number, number, number, number, number];
  return { mname, rname, serial, refresh, retry, expire, minimum };
}

function strings(message: Buffer, start: number, end: number): Buffer[] {
  const found: Buffer[] = [];
  for (let offset = start; offset < end;) {
    const next = offset + 1 + message.readUInt8(offset);
    if (next > end) throw new Error('a string that ends after its record');
    found.push(message.subarray(offset + 1, next));
    offset = next;
  }
  return found;
}

/**
 * Returns a DS record in presentation format, without spaces in the digest (RFC 4034 section 5.3).
 */
function delegationSigner(message: Buffer, start: number, end: number): string {
  const [algorithm, digestType] = [message.readUInt8(start + 2), message.readUInt8(start + 3)];
  const digest = message.toString('hex', start + 4, end).toUpperCase();
  return `${message.readUInt16BE(start)} ${algorithm} ${digestType} ${digest}`;
}

/** @returns texts with one character per octet */
function authority(message: Buffer, start: number, end: number) {
  const valueStart = start + 2 + message.readUInt8(start + 1);
  if (valueStart > end) throw new Error('a tag that ends after its record');
  return {
    flags: message.readUInt8(start),
    tag: message.toString('latin1', start + 2, valueStart),
    value: message.toString('latin1', valueStart, end),
  };
}
