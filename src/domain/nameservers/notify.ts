import { decodeResponse, isAnswerTo, question } from '../zones/transfer/dns-message.js';

/** The opcode. */
const NOTIFY = 4;
/** The opcode and the flag AA (RFC 1996 section 4.7). */
const NOTIFY_FLAGS = 0x2400;
const NOERROR = 0;

/** Makes a NOTIFY for a zone (RFC 1996). */
export function notify(zone: string, id: number): Buffer {
  return question({ name: zone, type: 'SOA' }, id, NOTIFY_FLAGS);
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
