import type { Answer } from 'dns-packet';
import { axfrPeer, message, record, soa, words, type Asked } from '../../../support/axfr-peer.js';
import { done, makeAccount } from '../../../support/makers.js';
import type { Client } from '../../../support/client.js';
import type { MakeAttack } from '../attack.js';

/** Where a section's number of records is in a message's header (RFC 1035 section 4.1.1). */
const SECTIONS = { answer: 6, authority: 8, additional: 10 } as const;
export type Section = keyof typeof SECTIONS;

const ZONE_NAME = 12;
/** As many as a name may follow. */
const POINTERS = 127;
const CHECKS_PER_ACCOUNT = 50;

/**
 * A message of this length, with the length before it. Its answers are valid, and the rest of it are records of one section,
 * as many as there is room for, each with a name that follows many pointers.
 */
function costlyMessage(id: number, valid: Answer[], section: Section, bytes: number): Buffer {
  const head = message(id, valid).subarray(2);
  const chain = Buffer.alloc(2 * (POINTERS - 1));
  const start = head.length + 12;
  for (let at = 0; at < chain.length; at += 2) {
    chain.writeUInt16BE(0xc000 | (at === 0 ? ZONE_NAME : start + at - 2), at);
  }
  const holder = Buffer.concat([words(0xc000 | ZONE_NAME, 65_400, 1, 0, 3600, chain.length), chain]);
  const owner = 0xc000 | (start + chain.length - 2);
  const costly = Buffer.concat([words(owner, 1, 1, 0, 3600, 4), Buffer.from([192, 0, 2, 1])]);
  const room = Math.floor((bytes - head.length - holder.length) / costly.length);
  const body = Buffer.concat([head, holder, ...Array<Buffer>(room).fill(costly)]);
  const at = SECTIONS[section];
  body.writeUInt16BE(body.readUInt16BE(at) + 1 + room, at);
  return Buffer.concat([words(body.length), body]);
}

/** Imports from a nameserver that sends messages of 64 KiB until the service has enough. */
export const costlyTransfers =
  (section: Section): MakeAttack =>
  async (service, nameserverPort) => {
    const { client } = await makeAccount(service);
    const endless = ({ id, name, socket }: Asked) => {
      const more = costlyMessage(id, [record('A', name, '192.0.2.1')], section, 0xffff);
      const write = () => {
        while (socket.writable && socket.write(more));
      };
      socket.write(message(id, [soa(name)]));
      socket.on('drain', write);
      write();
    };
    const peer = await axfrPeer(endless, '127.0.0.1', nameserverPort);
    return {
      lanes: 4,
      async round() {
        const asked = { domain: 'transferred.test', remote_nameserver: '127.0.0.1' };
        const { status, body } = await client.post('/domains/import', asked);
        if (status !== 429) expect(body.errors[0].field).toBe('remote_nameserver');
      },
      end: () => peer.close(),
    };
  };

/** Checks of claims, for which the resolvers and the parent zone's servers send messages as long as the service reads. */
export const costlyDelegations =
  (section: Section): MakeAttack =>
  async (service, nameserverPort) => {
    const peer = await axfrPeer(
      ({ id, name, type, socket }) =>
        void socket.write(costlyMessage(id, validAnswer(name, type), section, 16_000)),
      '127.0.0.1',
      nameserverPort,
    );
    const claims = claimsOf(() => makeAccount(service));
    return {
      lanes: 2,
      async round() {
        const { client, id } = await claims();
        expect([200, 429]).toContain((await client.post(`/domains/claims/${id}/check`)).status);
      },
      end: () => peer.close(),
    };
  };

function validAnswer(name: string, type: string): Answer[] {
  if (type === 'SOA') return [soa(name)];
  if (type === 'NS') return Array.from({ length: 6 }, (_, n) => record('NS', name, `ns${n}.example.com`));
  return [type === 'A' ? record('A', name, '127.0.0.1') : record('AAAA', name, '::1')];
}

/** Claims, each as often as an account may check claims. */
function claimsOf(newAccount: () => Promise<{ client: Client }>) {
  let left = 0;
  let current: Promise<{ client: Client; id: number }>;
  const next = async () => {
    const { client } = await newAccount();
    return {
      client,
      id: Number(done(await client.post('/domains/claims', { domain: 'a.attacker.test' })).id),
    };
  };
  return () => {
    if (left-- === 0) [left, current] = [CHECKS_PER_ACCOUNT - 1, next()];
    return current;
  };
}
