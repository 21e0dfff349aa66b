import { createHmac } from 'node:crypto';
import type { TsigKey } from '../../shared/config/settings-reader.js';
import { decodeResponse, isAnswerTo, question, wireName, words } from '../zones/transfer/dns-message.js';

const SOA = 6;
const TSIG = 250;
const ANY = 255;
/** The opcode. */
const NOTIFY = 4;
/** The opcode and the flag AA (RFC 1996 section 4.7). */
const NOTIFY_FLAGS = 0x2400;
const NOERROR = 0;
const FUDGE_SECONDS = 300;
/** The offset of the number of additional records in the header. */
const ADDITIONAL_COUNT = 10;

/** Makes a query for the SOA record of a zone. */
export function soaQuery(zone: string, id: number): Buffer {
  return question(zone, SOA, id);
}

/** Makes a NOTIFY for a zone (RFC 1996). */
export function notify(zone: string, id: number): Buffer {
  return question(zone, SOA, id, NOTIFY_FLAGS);
}

/** Whether a secondary's response accepts the NOTIFY for a zone. */
export function acceptsNotify(response: Buffer, zone: string): boolean {
  try {
    const answer = decodeResponse(response, { opcode: NOTIFY });
    return answer.rcode === NOERROR && isAnswerTo(answer, { name: zone, type: 'SOA' });
  } catch {
    return false;
  }
}

/** Makes a NOTIFY with a TSIG signature (RFC 8945): the platform's secondaries accept no other. */
export function signedNotify(zone: string, id: number, key: TsigKey, now: Date): Buffer {
  const message = notify(zone, id);
  const name = wireName(key.name);
  const algorithm = wireName(key.algorithm);
  const times = Buffer.alloc(8);
  times.writeUIntBE(Math.floor(now.getTime() / 1000), 0, 6);
  times.writeUInt16BE(FUDGE_SECONDS, 6);
  const noTtl = words(0, 0);
  const noErrorOrMore = words(0, 0);
  const mac = createHmac(key.algorithm.replace('hmac-', ''), Buffer.from(key.secret, 'base64'))
    .update(Buffer.concat([message, name, words(ANY), noTtl, algorithm, times, noErrorOrMore]))
    .digest();
  const data = Buffer.concat([algorithm, times, words(mac.length), mac, words(id), noErrorOrMore]);
  message.writeUInt16BE(1, ADDITIONAL_COUNT);
  return Buffer.concat([message, name, words(TSIG, ANY), noTtl, words(data.length), data]);
}
