import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import dnsPacket, { type Answer, type Question } from 'dns-packet';
import { DnsSocket } from '../../src/domain/nameservers/dns-socket.js';
import { servedSerial } from '../../src/domain/nameservers/served-serial.js';
import { axfrPeer, message, soa, type AxfrPeer } from '../support/axfr-peer.js';

const ZONE = 'zone.example.com';
const TRUNCATED = 0x0200;

const socket = new DnsSocket();
let tcp: AxfrPeer;
let udp: Socket;
let reply: (question: Question) => { flags?: number; questions?: Question[]; answers?: Answer[] };
let tcpQuestion: (name: string) => string;
beforeAll(async () => {
  tcp = await axfrPeer(({ id, name, socket: connection }) => {
    const question = { name: tcpQuestion(name), type: 'SOA', class: 'IN' } as Question;
    connection.write(message(id, [soa(ZONE, { serial: 9 })], 0, [question]));
  });
  udp = createSocket('udp4').bind(tcp.port, '127.0.0.1');
  udp.on('message', (bytes, { port, address }) => {
    const { id, questions } = dnsPacket.decode(bytes);
    const said = reply(questions[0]!);
    udp.send(dnsPacket.encode({ type: 'response', id, questions, ...said }), port, address);
  });
  await once(udp, 'listening');
});
afterAll(async () => {
  await socket.close();
  udp.close();
  await tcp.close();
});

const serial = () => servedSerial(socket, { address: '127.0.0.1', port: tcp.port }, ZONE);

describe('[D-292] the serial that a secondary says it has', () => {
  it('is that of the zone in question', async () => {
    reply = () => ({ answers: [soa('other.example.com', { serial: 5 }), soa(ZONE, { serial: 7 })] });
    expect(await serial()).toBe(7);
  });

  it('is none in an answer that has the SOA record of another zone', async () => {
    reply = () => ({ answers: [soa('other.example.com')] });
    expect(await serial()).toBe('no zone');
  });

  it.each<[string, typeof reply]>([
    [
      'for another name',
      (asked) => ({ questions: [{ ...asked, name: 'other.example.com' }], answers: [soa(ZONE)] }),
    ],
    ['for another type', (asked) => ({ questions: [{ ...asked, type: 'NS' }], answers: [soa(ZONE)] })],
    ['for no question', () => ({ questions: [], answers: [soa(ZONE)] })],
  ])('is not in an answer %s', async (_case, answer) => {
    reply = answer;
    expect(await serial()).toBe('failure');
  });

  it.each<[string, number, string]>([
    ['NOERROR', 0, 'no zone'],
    ['SERVFAIL', 2, 'failure'],
    ['NXDOMAIN', 3, 'no zone'],
    ['REFUSED', 5, 'no zone'],
    ['NOTAUTH', 9, 'failure'],
  ])('[D-245] is none with %s: only some codes say that there is no zone', async (_code, flags, said) => {
    reply = () => ({ flags });
    expect(await serial()).toBe(said);
  });

  it('[D-245] is none where a server refuses without the question', async () => {
    reply = () => ({ flags: 5, questions: [] });
    expect(await serial()).toBe('no zone');
  });

  it('is asked for again over TCP when the answer is cut', async () => {
    reply = () => ({ flags: TRUNCATED, answers: [soa(ZONE, { serial: 7 })] });
    tcpQuestion = (name) => name;
    expect(await serial()).toBe(9);
    tcpQuestion = () => 'other.example.com';
    expect(await serial()).toBe('failure');
  });
});
