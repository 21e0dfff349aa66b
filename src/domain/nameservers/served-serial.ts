import type { ServerAddress } from '../../shared/networking/server-address.rules.js';
import { askServer } from '../claims/registry/ask.js';
import type { SoaData } from '../zones/transfer/dns-data.js';
import {
  decodeResponse,
  isAnswerTo,
  question,
  type Asked,
  type Message,
} from '../zones/transfer/dns-message.js';
import type { DnsSocket } from './dns-socket.js';

/** The bounds of a query over TCP, after an answer that was too long for UDP. */
const TCP_BOUNDS = { connectMs: 1000, answerMs: 1000, maxBytes: 0x10000, maxRecords: 128 };

const NOERROR = 0;
const NXDOMAIN = 3;
const REFUSED = 5;

/**
 * A nameserver's answer about a zone: its serial; `no zone` when it does not have the zone;
 * `failure` for any other answer, such as SERVFAIL; `nothing` when it does not answer.
 */
export type SoaAnswer = number | 'no zone' | 'failure' | 'nothing';

/** Asks a nameserver for the serial of a zone, without a TSIG signature. */
export async function servedSerial(
  socket: DnsSocket,
  server: ServerAddress,
  zone: string,
): Promise<SoaAnswer> {
  const asked = { name: zone, type: 'SOA' };
  const bytes = await socket.ask(server, (id) => question(asked, id));
  if (bytes === undefined) return 'nothing';
  try {
    const answer = decodeResponse(bytes);
    // Some servers refuse without repeating the question.
    if (answer.rcode === REFUSED) return 'no zone';
    if (!isAnswerTo(answer, asked)) return 'failure';
    return soaAnswerIn(answer.truncated ? await askOverTcp(server, asked) : answer, zone);
  } catch {
    return 'failure';
  }
}

function askOverTcp({ address, port }: ServerAddress, asked: Asked): Promise<Message> {
  const server = { addresses: [address], port, sourceIps: [] };
  const signal = AbortSignal.timeout(TCP_BOUNDS.connectMs + TCP_BOUNDS.answerMs);
  return askServer(server, { ...asked, recursive: false }, TCP_BOUNDS, signal);
}

/** Reads an answer. Servers of the zone above answer without an SOA record, or with NXDOMAIN. */
function soaAnswerIn({ rcode, answers }: Message, zone: string): SoaAnswer {
  const soa = answers.find(
    (record) => record.type === 'SOA' && record.class === 'IN' && record.name.toLowerCase() === zone,
  );
  if (soa) return (soa.data as SoaData).serial;
  return rcode === NOERROR || rcode === NXDOMAIN ? 'no zone' : 'failure';
}
