import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TsigKey } from '../../../shared/config/settings-reader.js';
import { wireName, words } from './dns-message.js';
import { nameAt } from './dns-name.js';

const TSIG = 250;
const ANY = 255;
const FUDGE_SECONDS = 300;
/** The offset of the number of additional records in the header. */
const ADDITIONAL_COUNT = 10;

/** Signs a request (RFC 8945 section 5.1). */
export function signedRequest(message: Buffer, key: TsigKey, now: Date): Buffer {
  const times = timesOf(now);
  return withRecord(message, key, times, macOf(key, [message, variables(key, times)]));
}

/** A valid signature: its key, and the MAC that the answer's signature covers. */
export interface Verified {
  readonly key: TsigKey;
  readonly mac: Buffer;
}

/**
 * Verifies the signature of a request (RFC 8945 section 5.2).
 * @param start the offset of its TSIG record
 * @returns undefined when no key matches, or the signature's time is out of range
 */
export function verify(
  message: Buffer,
  start: number,
  keys: readonly TsigKey[],
  now: Date,
): Verified | undefined {
  const { name, end } = nameAt(message, start);
  const { name: algorithm, end: times } = nameAt(message, end + 10);
  const key = keys.find(
    (known) => isSame(known.name, name) && isSame(known.algorithm, algorithm.replace(/\.$/, '')),
  );
  const signed = message.readUIntBE(times, 6);
  const mac = message.subarray(times + 10, times + 10 + message.readUInt16BE(times + 8));
  const originalId = message.readUInt16BE(times + 10 + mac.length);
  if (!key || Math.abs(now.getTime() / 1000 - signed) > message.readUInt16BE(times + 6)) return undefined;
  const bare = Buffer.from(message.subarray(0, start));
  bare.writeUInt16BE(originalId, 0);
  bare.writeUInt16BE(bare.readUInt16BE(ADDITIONAL_COUNT) - 1, ADDITIONAL_COUNT);
  const expected = macOf(key, [bare, variables(key, message.subarray(times, times + 8))]);
  return mac.length === expected.length && timingSafeEqual(mac, expected) ? { key, mac } : undefined;
}

/** Signs the messages of an answer. Each signature covers the one before (RFC 8945 section 5.3). */
export class AnswerSigner {
  private mac: Buffer;
  private isFirst = true;

  constructor(
    private readonly verified: Verified,
    private readonly now: () => Date,
  ) {
    this.mac = verified.mac;
  }

  sign(message: Buffer): Buffer {
    const { key } = this.verified;
    const times = timesOf(this.now());
    const about = this.isFirst ? variables(key, times) : times;
    this.mac = macOf(key, [words(this.mac.length), this.mac, message, about]);
    this.isFirst = false;
    return withRecord(message, key, times, this.mac);
  }
}

/** Encodes the time of a signature, and the permitted clock error. */
function timesOf(now: Date): Buffer {
  const times = Buffer.alloc(8);
  times.writeUIntBE(Math.floor(now.getTime() / 1000), 0, 6);
  times.writeUInt16BE(FUDGE_SECONDS, 6);
  return times;
}

/** Appends the TSIG record of a signature to its message (RFC 8945 section 4.2). */
function withRecord(message: Buffer, key: TsigKey, times: Buffer, mac: Buffer): Buffer {
  const noErrorOrMore = words(0, 0);
  const id = message.subarray(0, 2);
  const data = Buffer.concat([wireName(key.algorithm), times, words(mac.length), mac, id, noErrorOrMore]);
  const signed = Buffer.concat([message, wireName(key.name), words(TSIG, ANY, 0, 0, data.length), data]);
  signed.writeUInt16BE(signed.readUInt16BE(ADDITIONAL_COUNT) + 1, ADDITIONAL_COUNT);
  return signed;
}

/** Encodes the TSIG variables (RFC 8945 section 4.3.3). */
function variables(key: TsigKey, times: Buffer): Buffer {
  return Buffer.concat([
    wireName(key.name.toLowerCase()),
    words(ANY, 0, 0),
    wireName(key.algorithm),
    times,
    words(0, 0),
  ]);
}

function macOf({ algorithm, secret }: TsigKey, parts: readonly Buffer[]): Buffer {
  const mac = createHmac(algorithm.replace('hmac-', ''), Buffer.from(secret, 'base64'));
  for (const part of parts) mac.update(part);
  return mac.digest();
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
