import { register } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { cpuSeconds } from '../cpu.mjs';
import { listening, root } from '../servers.mjs';
import { makeWorld } from '../world.mjs';
import { SerialClient } from './serials.mjs';
import { median, served } from './served.mjs';

register('../../test/support/typescript-hooks.mjs', import.meta.url);
const { startPowerDns, startSigner } = await import('../../test/dns/programs.ts');
const { secondarySettings, startSecondaries } = await import('../../test/dns/secondaries.ts');

const PRIMARY = '127.0.0.144';
const SIGNER = '127.0.0.145';
const SECONDARIES = ['127.0.0.146', '127.0.0.147'];
const RECORDS = 11_900;
const CHANGES = 7;
/**
 * The number of signed zones that change at once; another account's zone changes just afterwards.
 */
const AT_ONCE = 3;

/**
 * @returns tables of the cost of a change of a large zone, and of the delay of another account's
 * change meanwhile
 */
export async function measureSigned(servers) {
  const settings = secondarySettings(SECONDARIES);
  const service = await servers.once('service signed', async () =>
    listening(
      [join(root, 'dist', 'main.js')],
      servers.env({ ...settings, DATABASE_URL: await servers.createDatabase('signed') }),
    ),
  );
  const url = await servers.createDatabase('signed');
  const world = await makeWorld(url, service);
  const primary = await startPowerDns(PRIMARY, url);
  const signer = await startSigner(SIGNER, url);
  const secondaries = await startSecondaries(settings, PRIMARY, undefined, SIGNER);
  const serials = new SerialClient();
  const database = new pg.Pool({ connectionString: url, max: 4 });
  const bench = { world, database, wait: (zone) => served(database, serials, SECONDARIES, zone) };
  const cpu = () => ({
    PowerDNS: cpuSeconds(primary.child.pid),
    signer: cpuSeconds(signer.child.pid),
    secondaries: secondaries.reduce((sum, { child }) => sum + cpuSeconds(child.pid), 0),
    PostgreSQL: cpuSeconds(servers.postmaster),
  });
  try {
    const unsigned = await makeZone(bench, 'unsigned.example', RECORDS);
    const signed = [];
    for (let n = 0; n < AT_ONCE; n++) signed.push(await makeZone(bench, `signed${n}.example`, RECORDS, true));
    const small = await makeZone(bench, 'small.example', 1, false, world.reader);
    await database.query('VACUUM ANALYZE');
    const costs = {
      unsigned: await costOf(bench, cpu, unsigned),
      signed: await costOf(bench, cpu, signed[0]),
    };
    return `${costTable(costs)}\n\n${await meanwhile(bench, small, signed)}`;
  } finally {
    serials.close();
    await database.end();
    await Promise.all([...secondaries, signer, primary].map((program) => program.stop()));
    await world.close();
  }
}

async function makeZone(
  { world, database, wait },
  domain,
  records,
  isSigned = false,
  account = world.writer,
) {
  const zone = { domain, token: account.token };
  zone.id = (
    await world.call('POST', '/v4/domains', zone.token, {
      domain,
      type: 'master',
      soa_email: 'admin@example.com',
    })
  ).id;
  await database.query(
    `INSERT INTO records (account_id, domain_id, type, name, target, ttl_sec, priority, weight, port, created, updated, fqdn, rdata)
     SELECT (SELECT account_id FROM domains WHERE id = $1), $1, 'A', 'h' || i, '192.0.2.1', 0, 0, 0, 0, now(), now(), 'h' || i || '.' || $2, '192.0.2.1' FROM generate_series(1, $3) i`,
    [zone.id, domain, records],
  );
  await database.query('UPDATE domains SET record_count = $2, serial = serial + 1 WHERE id = $1', [
    zone.id,
    records,
  ]);
  await wait(zone);
  if (isSigned) {
    await world.call('POST', `/v4/domains/${zone.id}/dnssec`, zone.token, {});
    await wait(zone);
    // The first change after that may be transferred as a whole zone.
    await change({ world }, zone);
    await wait(zone);
  }
  return zone;
}

let addresses = 0;

async function change({ world }, { id, token }) {
  const target = `192.0.2.${++addresses % 250}`;
  return world.call('POST', `/v4/domains/${id}/records`, token, {
    type: 'A',
    name: `new${addresses}`,
    target,
  });
}

/** @returns the median seconds of each program for one change */
async function costOf(bench, cpu, zone) {
  const costs = [];
  for (let n = 0; n < CHANGES; n++) {
    await delay(1500);
    const before = cpu();
    await change(bench, zone);
    await bench.wait(zone);
    await delay(500);
    const after = cpu();
    // The announcements poll PostgreSQL four times a second during the run.
    costs.push(Object.fromEntries(Object.keys(after).map((name) => [name, after[name] - before[name]])));
  }
  return Object.fromEntries(
    Object.keys(costs[0]).map((name) => [name, median(costs.map((cost) => cost[name]))]),
  );
}

function costTable(costs) {
  const names = Object.keys(costs.unsigned);
  const ms = (seconds) => Math.round(seconds * 1000);
  const rows = Object.entries(costs).map(([kind, cost]) => {
    const all = names.reduce((sum, name) => sum + cost[name], 0);
    return `| ${kind} | ${[...names.map((name) => ms(cost[name])), ms(all)].join(' | ')} |`;
  });
  return `CPU of one new record in a zone of ${RECORDS.toLocaleString('en')} records until both secondaries serve it, ms, medians of ${CHANGES}:

| zone | ${names.join(' | ')} | all |
|---|${'---|'.repeat(names.length + 1)}
${rows.join('\n')}`;
}

async function meanwhile(bench, small, signed) {
  const alone = [];
  const beside = [];
  for (let n = 0; n < CHANGES; n++) {
    for (const [others, times] of [
      [[], alone],
      [signed, beside],
    ]) {
      await Promise.all(others.map((zone) => change(bench, zone)));
      await change(bench, small);
      times.push(Math.max(...(await bench.wait(small))));
      for (const zone of others) await bench.wait(zone);
      await delay(1000);
    }
  }
  const shown = (times) => `${Math.round(median(times))} | ${Math.round(Math.max(...times))}`;
  return `From a change of another account's small zone to the answers of both secondaries, ms, ${CHANGES} times:

| | median | most |
|---|---|---|
| alone | ${shown(alone)} |
| with ${AT_ONCE} signed zones changed just before | ${shown(beside)} |`;
}
