import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../scripts/free-port.mjs';
import { FULL } from '../rows/zones.mjs';

const KEY = 'bench';
const API = '/api/v1/servers/localhost/zones';
const SCHEMA = '/usr/share/pdns-backend-pgsql/schema/schema.pgsql.sql';
const ZONE = 'bench.example.';

/**
 * PowerDNS's own HTTP API as a peer of a row, on PostgreSQL and on LMDB.
 * @param floors by backend, the minimum ratio of the service's rate to the peer's
 * @param requests as in a row, for the peer
 */
export function powerDnsPeers(floors, requests, status = 200) {
  return Object.entries(BACKENDS).map(([backend, { name }]) => ({
    name,
    floor: floors[backend],
    status,
    start: (servers) => servers.once(`PowerDNS ${backend}`, () => startPowerDns(servers, backend)),
    async requests(peer) {
      const next = await requests(peer);
      return () => withKey(next());
    },
  }));
}

/** The path of the zone with 12,000 records. */
export const ZONE_PATH = `${API}/${ZONE}`;
export const ZONES_PATH = API;

/** The records of a zone in PowerDNS's form. */
export function rrsets(zone) {
  return Array.from({ length: FULL }, (_, n) => rrset(`h${n + 1}.${zone}`, `192.0.2.${n % 250}`));
}

export function rrset(name, content) {
  return { name, type: 'A', ttl: 3600, changetype: 'REPLACE', records: [{ content, disabled: false }] };
}

/**
 * The body that creates a zone.
 * @param rest its records or its text
 */
export function newZone(name, rest) {
  return { name, kind: 'Native', nameservers: [], ...rest };
}

const BACKENDS = {
  pgsql: {
    name: 'PowerDNS API on PostgreSQL',
    async options(servers) {
      const url = await servers.createDatabase('powerdns');
      const client = new pg.Client(url);
      await client.connect();
      await client.query(readFileSync(SCHEMA, 'utf8'));
      await client.end();
      const { hostname, port, username, password } = new URL(url);
      return [
        '--launch=gpgsql',
        `--gpgsql-host=${hostname}`,
        `--gpgsql-port=${port}`,
        `--gpgsql-user=${decodeURIComponent(username)}`,
        `--gpgsql-password=${decodeURIComponent(password)}`,
        '--gpgsql-dbname=powerdns',
      ];
    },
  },
  lmdb: {
    name: 'PowerDNS API on LMDB',
    options: (_, folder) => ['--launch=lmdb', `--lmdb-filename=${folder}/database`],
  },
};

/** @returns undefined when PowerDNS or this backend is not installed */
async function startPowerDns(servers, backend) {
  if (spawnSync('pdns_server', ['--version']).error || !existsSync(SCHEMA)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'bench-powerdns-'));
  const port = await freePort();
  const child = spawn(
    'pdns_server',
    [
      `--config-dir=${folder}`,
      `--socket-dir=${folder}`,
      ...(await BACKENDS[backend].options(servers, folder)),
      '--local-address=127.0.0.1',
      `--local-port=${await freePort()}`,
      '--webserver=yes',
      '--webserver-address=127.0.0.1',
      `--webserver-port=${port}`,
      '--webserver-max-bodysize=64',
      '--webserver-loglevel=none',
      '--loglevel=0',
      '--api=yes',
      `--api-key=${KEY}`,
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
    rmSync(folder, { recursive: true, force: true });
  };
  const peer = { pid: child.pid, port, stop };
  while ((await ask(peer, 'GET', API).catch(() => undefined))?.status !== 200) {
    if (child.exitCode !== null || child.signalCode !== null) return undefined; // This backend is missing.
    await delay(50);
  }
  await ask(peer, 'POST', API, newZone(ZONE, { rrsets: rrsets(ZONE) }));
  return peer;
}

/** Sends a request that is not measured. */
export async function ask({ port }, method, path, body) {
  const headers = { 'X-API-Key': KEY, Connection: 'close' };
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return { status: response.status, text };
}

function withKey(request) {
  return request && { ...request, headers: { 'X-API-Key': KEY } };
}

/** Removes the zones that a run made. */
export async function removeMade(peer) {
  const { text } = await ask(peer, 'GET', API);
  for (const { name } of JSON.parse(text)) {
    if (name.startsWith('made')) await ask(peer, 'DELETE', `${API}/${name}`);
  }
}

/** Makes a full zone. @returns its name */
export async function makeZone(peer) {
  const name = `made${made++}.example.`;
  await ask(peer, 'POST', API, newZone(name, { rrsets: rrsets(name) }));
  return name;
}

let made = 0;
