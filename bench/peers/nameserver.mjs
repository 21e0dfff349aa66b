import { spawn, spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import dnsPacket from 'dns-packet';
import pg from 'pg';
import { freePort } from '../../scripts/free-port.mjs';
import { figure, median } from '../report.mjs';
import { makeZones } from '../rows/zones.mjs';
import { root } from '../servers.mjs';

const SOON_MS = 500;
const PASSWORD = 'bench';
const TRIES = process.env.BENCH_SHORT === '1' ? 20 : 200;

/**
 * Measures the time from the API's answer to a new record to PowerDNS's first answer that has it.
 */
export const LIVE_ROW = {
  name: 'a new record, from the answer of the API to the answer of the nameserver',
  async measure({ servers, world }) {
    const nameserver = await servers.once('nameserver', () => startNameserver(servers));
    if (!nameserver) return { name: this.name, text: 'PowerDNS is not installed' };
    const [id] = await makeZones(world, world.writer.id, 1, 0);
    const { rows } = await world.database.query('SELECT domain FROM domains WHERE id = $1', [id]);
    const times = [];
    for (let n = 0; n < TRIES; n++) {
      const body = { type: 'A', name: `live${n}`, target: '192.0.2.1' };
      await world.call('POST', `/v4/domains/${id}/records`, world.writer.token, body);
      times.push(await untilAnswered(nameserver.port, `live${n}.${rows[0].domain}`));
    }
    const [first] = times.map(({ queries }) => queries).sort((one, other) => other - one);
    const milliseconds = median(times.map((time) => time.milliseconds));
    const text = `${figure(milliseconds)} ms over UDP, at most ${first} queries until it is there`;
    return { name: this.name, text, goal: 'the first query', ratio: first, limit: 1 };
  },
};

/** @returns undefined when PowerDNS or its PostgreSQL backend is not installed */
async function startNameserver(servers) {
  if (spawnSync('pdns_server', ['--version']).error) return undefined;
  const client = new pg.Client(servers.databaseUrl);
  await client.connect();
  await client.query(`CREATE ROLE powerdns LOGIN PASSWORD '${PASSWORD}' IN ROLE cloud_account_nameserver`);
  await client.end();
  const { hostname, port: databasePort, pathname } = new URL(servers.databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'bench-nameserver-'));
  const port = await freePort();
  const child = spawn(
    'pdns_server',
    [
      `--config-dir=${join(root, 'deploy', 'powerdns')}`,
      `--include-dir=${folder}`,
      `--socket-dir=${folder}`,
      `--gpgsql-host=${hostname}`,
      `--gpgsql-port=${databasePort}`,
      `--gpgsql-dbname=${pathname.slice(1)}`,
      '--gpgsql-user=powerdns',
      `--gpgsql-password=${PASSWORD}`,
      '--local-address=127.0.0.1',
      `--local-port=${port}`,
      '--daemon=no',
      '--guardian=no',
      '--setuid=',
      '--setgid=',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  };
  while (!(await answerTo(port, 'version.bind'))) {
    if (child.exitCode !== null) return undefined; // Its PostgreSQL backend is missing.
    await delay(50);
  }
  return { port, stop };
}

async function untilAnswered(port, name) {
  const began = performance.now();
  for (let queries = 1; ; queries++) {
    const answer = await answerTo(port, name);
    if (answer?.answers.length > 0) return { queries, milliseconds: performance.now() - began };
  }
}

/** @returns undefined when no answer arrives within `SOON_MS` */
async function answerTo(port, name) {
  const socket = createSocket('udp4');
  try {
    socket.send(
      dnsPacket.encode({ type: 'query', id: 1, questions: [{ type: 'A', name }] }),
      port,
      '127.0.0.1',
    );
    const answer = await Promise.race([once(socket, 'message'), delay(SOON_MS)]);
    return answer && dnsPacket.decode(answer[0]);
  } finally {
    socket.close();
  }
}
