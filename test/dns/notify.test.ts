import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { query } from '../support/sql.js';
import { startAnnouncing } from './announcing.js';
import { CUSTOMERS_SECONDARIES } from './customers-secondaries.js';
import type { Program } from './program.js';
import { startPowerDns } from './programs.js';
import { customersSettings, startSecondaries } from './secondaries.js';
import { until } from './until.js';

const [PRIMARY, SECONDARY] = ['127.0.0.111', '127.0.0.114'];
const [SLOW, PRIVATE] = ['127.0.0.115', '127.0.1.116'];
const SETTINGS = customersSettings(PRIMARY, [SECONDARY]);

let app: TestApp;
let stopAnnouncing: () => Promise<void>;
let programs: Program[];
let client: Client;
beforeAll(async () => {
  app = await startApp(SETTINGS);
  stopAnnouncing = startAnnouncing(app);
  const primary = await startPowerDns(PRIMARY, app.databaseUrl);
  programs = [primary, ...(await startSecondaries(SETTINGS, PRIMARY))];
  ({ client } = await makeAccount(app));
}, 60_000);
afterAll(async () => {
  await Promise.all((programs ?? []).map((program) => program.stop()));
  await stopAnnouncing();
  await app.close();
});

async function change(id: number, target: string): Promise<void> {
  done(await client.post(`/domains/${id}/records`, { type: 'A', target }));
}

it.each(CUSTOMERS_SECONDARIES)(
  "[D-289] a customer's %s has a change within 5 s, where the platform has a TSIG key",
  async (_name, address, start) => {
    const { id, domain } = await makeDomain(client, [['A', '', '192.0.2.1']], { axfr_ips: [address] });
    const secondary = await start(address, PRIMARY, domain);
    const has = (addresses: number) => async () => (await secondary.short(domain, 'A')).length === addresses;
    try {
      await until(has(1));
      for (const addresses of [2, 3]) {
        await change(id, `192.0.2.${addresses}`);
        await until(has(addresses), 5);
      }
    } finally {
      await secondary.stop();
    }
  },
);

describe('[D-289] NOTIFY', () => {
  it('comes unsigned from one address, again when nobody accepts it, and only to addresses that an import may connect to', async () => {
    const [slow, isolated] = [await listen(SLOW), await listen(PRIVATE)];
    try {
      const { domain } = await makeDomain(client, [], { axfr_ips: [PRIVATE, SLOW, '192.0.2.1'] });
      await until(() => Promise.resolve(slow.heard.length >= 2));
      slow.accept();
      await until(async () => (await query(app, 'SELECT FROM pdns.unnotified_zones')).length === 0);
      expect(isolated.heard).toEqual([]);
      for (const { from, message } of slow.heard) {
        expect(from).toBe(PRIMARY);
        // RFC 1996: opcode NOTIFY, and nothing behind the question, as a signature is.
        expect([message.readUInt16BE(2), message.readUInt16BE(10)]).toEqual([0x2400, 0]);
        expect(message.toString('latin1')).toContain(domain.split('.')[0]);
      }
    } finally {
      slow.socket.close();
      isolated.socket.close();
    }
  });
});

/** An address on which a program listens that does not accept a NOTIFY until it is told to. */
async function listen(address: string) {
  const socket: Socket = createSocket('udp4');
  const heard: { from: string; message: Buffer }[] = [];
  let accepts = false;
  socket.on('message', (message: Buffer, from: RemoteInfo) => {
    heard.push({ from: from.address, message });
    const answer = Buffer.from(message);
    answer.writeUInt16BE(0xa400, 2);
    if (accepts) socket.send(answer, from.port, from.address);
  });
  socket.bind(53, address);
  await once(socket, 'listening');
  return { socket, heard, accept: () => (accepts = true) };
}
