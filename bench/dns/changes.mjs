import { register } from 'node:module';
import { join } from 'node:path';
import pg from 'pg';
import { figure } from '../report.mjs';
import { listening, root } from '../servers.mjs';
import { makeWorld } from '../world.mjs';
import { SerialClient } from './serials.mjs';
import { POLL_MS, served } from './served.mjs';

register('../../test/support/typescript-hooks.mjs', import.meta.url);
const { startPowerDns } = await import('../../test/dns/programs.ts');
const { secondarySettings, startSecondaries } = await import('../../test/dns/secondaries.ts');

const PRIMARY = '127.0.0.141';
const SECONDARIES = ['127.0.0.142', '127.0.0.143'];
/**
 * The number of clients. Each changes a zone of its own, and waits until its last change is served.
 */
const CLIENTS = 8;

/**
 * @returns a table of the times from the answer of a change to the first answer of each secondary
 * with its serial
 */
export async function measureChanges(servers, count) {
  const settings = secondarySettings(SECONDARIES);
  const service = await servers.once('service', () =>
    listening([join(root, 'dist', 'main.js')], servers.env(settings)),
  );
  const world = await makeWorld(servers.databaseUrl, service);
  const primary = await startPowerDns(PRIMARY, servers.databaseUrl);
  const secondaries = await startSecondaries(settings, PRIMARY);
  const serials = new SerialClient();
  const database = new pg.Pool({ connectionString: servers.databaseUrl, max: CLIENTS });
  try {
    const zones = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => makeZone(world, n)));
    await Promise.all(zones.map((zone) => served(database, serials, SECONDARIES, zone)));
    const times = [];
    const change = async (zone) => {
      while (times.length < count) {
        const body = { type: 'A', target: '192.0.2.1', ttl_sec: 300 };
        const { id } = await world.call('POST', `/v4/domains/${zone.id}/records`, world.writer.token, body);
        times.push(await served(database, serials, SECONDARIES, zone));
        await world.call('DELETE', `/v4/domains/${zone.id}/records/${id}`, world.writer.token);
      }
    };
    await Promise.all(zones.map(change));
    return table(times);
  } finally {
    serials.close();
    await database.end();
    await Promise.all([...secondaries, primary].map((program) => program.stop()));
    await world.close();
  }
}

async function makeZone(world, number) {
  const domain = `zone${number}.example`;
  const body = { domain, type: 'master', soa_email: 'admin@example.com' };
  const { id } = await world.call('POST', '/v4/domains', world.writer.token, body);
  return { id, domain };
}

function table(times) {
  const last = times.map((of) => Math.max(...of));
  const rows = [
    ...SECONDARIES.map((_, index) => [`secondary ${index + 1}`, times.map((of) => of[index])]),
    ['the last of them', last],
  ];
  return `${times.length} changes by ${CLIENTS} clients, asked for every ${POLL_MS} ms. Secondaries: Knot, as \`deploy/dns/knot\` starts it.

| | p50, ms | p99, ms | most, ms |
|---|---|---|---|
${rows.map(([name, values]) => `| ${name} | ${quantiles(values).map(figure).join(' | ')} |`).join('\n')}`;
}

function quantiles(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return [at(0.5), at(0.99), sorted.at(-1)];
}
