// Starts the service with `npm start` on an empty data directory, makes calls as the README shows them, and stops it.
// Prints a line "passed: ..." or "failed: ..." for each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const START_SECONDS = 120;
const STOP_SECONDS = 30;

const dataDir = mkdtempSync(join(tmpdir(), 'cloud-account-service-ci-'));
chmodSync(dataDir, 0o755);
const port = await freePort();
const environment = { ...process.env, DATABASE_URL: '', PORT: String(port), DATA_DIR: dataDir };
const service = spawn('npm', ['start'], {
  env: { ...environment, PORT: String(port), DATA_DIR: dataDir },
  detached: true,
});
const ended = once(service, 'exit');
let output = '';
service.stdout.on('data', (text) => (output += text));
service.stderr.on('data', (text) => (output += text));

let token;
await check('npm start prints a token', async () => {
  const until = Date.now() + START_SECONDS * 1000;
  while (!token && Date.now() < until && service.exitCode === null) {
    await sleep(100);
    token = /\b[0-9A-Za-z]{64}\b/.exec(output)?.[0];
  }
  return token;
});
await check('GET /v4/regions answers 200', async () => (await call('GET', '/v4/regions')).status === 200);
await check('POST /v4/vpcs with the printed token answers 200', async () => {
  const body = { label: 'ci', region: 'us-east', subnets: [{ label: 'one', ipv4: '10.0.0.0/24' }] };
  const response = await call('POST', '/v4/vpcs', token, body);
  return response.status === 200 && (await response.json()).label === 'ci';
});
await check('stops in order, and its database with it', async () => {
  service.kill('SIGTERM');
  await Promise.race([ended, sleep(STOP_SECONDS * 1000)]);
  return service.exitCode !== null && !existsSync(join(dataDir, 'postgres/data/postmaster.pid'));
});
if (service.exitCode === null && service.signalCode === null) process.kill(-service.pid, 'SIGKILL');
rmSync(dataDir, { recursive: true, force: true });
process.exit();

async function check(title, holds) {
  const result = await holds().catch((error) => void console.error(error));
  console.log(`${result ? 'passed' : 'failed'}: ${title}`);
  if (!result) console.error(output);
}

function call(method, path, token, body) {
  const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) };
  return fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body: body && JSON.stringify(body) });
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
