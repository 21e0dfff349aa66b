// Starts the built service on an empty data directory, with a nameserver and an inbox for text messages beside it. Then
// `npm run test:postman [-- --verbose]` runs the whole collection with newman, and `npm run postman:service` writes an environment
// file for Postman and waits.
import { spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { register } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import newman from 'newman';
import { freePort } from '../scripts/free-port.mjs';

register('../test/support/typescript-hooks.mjs', import.meta.url);
const { axfrPeer, record, serving } = await import('../test/support/axfr-peer.ts');

const START_SECONDS = 180;
const STOP_SECONDS = 30;
const DNS_PORT = 53;
const here = dirname(fileURLToPath(import.meta.url));
const root = dirname(here);

const dataDir = mkdtempSync(join(tmpdir(), 'cloud-account-service-postman-'));
chmodSync(dataDir, 0o755);
const platformToken = randomBytes(32).toString('hex');
const inbox = await openInbox();
const nameserver = await openNameserver();
const service = await startService();
try {
  if (process.argv.includes('--serve')) await serve();
  else process.exitCode = (await runCollection()) === 0 ? 0 : 1;
} finally {
  await stopService();
  inbox.server.close();
  await nameserver.peer.close();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();

/** The environment of `environment.json` with what this run has started. */
function environment() {
  const file = JSON.parse(readFileSync(join(here, 'environment.json'), 'utf8'));
  const started = {
    baseUrl: service.url,
    platformToken,
    inboxUrl: inbox.url,
    remoteNameserver: nameserver.address,
  };
  const values = file.values.map((one) => ({ ...one, value: started[one.key] ?? one.value }));
  return { ...file, name: `${file.name}, local`, values };
}

async function serve() {
  const file = join(here, 'local.environment.json');
  writeFileSync(file, JSON.stringify(environment(), undefined, 2), { mode: 0o600 });
  console.log(`The service listens on ${service.url}.`);
  console.log(
    `Import postman/collection.json and ${file} into Postman, and run the collection. Ctrl-C ends it.`,
  );
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
  rmSync(file);
}

async function runCollection() {
  const { run } = await new Promise((resolve, reject) => {
    newman.run(
      {
        collection: join(here, 'collection.json'),
        environment: environment(),
        workingDir: here,
        reporters: process.argv.includes('--verbose') ? ['cli'] : [],
        reporter: { cli: { noBanner: true } },
      },
      (error, summary) => (error ? reject(error) : resolve(summary)),
    );
  });
  for (const { source, error } of run.failures) console.error(`failed: ${source?.name}: ${error.message}`);
  const { requests, assertions } = run.stats;
  console.log(
    `${requests.total} requests, ${assertions.total - assertions.failed} assertions passed, ${run.failures.length} failed`,
  );
  return run.failures.length;
}

/** Gives the code of the newest text message to whoever asks. */
async function openInbox() {
  let code = '';
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method === 'POST') code = /\d{6}/.exec(JSON.parse(body).text)?.[0] ?? '';
    response.end(request.method === 'GET' ? code : '');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${server.address().port}/` };
}

/** Gives any zone away. Zone transfers come to port 53 (D-110); the address is one that nobody else listens on. */
async function openNameserver() {
  const address = `127.${randomInt(1, 255)}.${randomInt(1, 255)}.53`;
  const answer = (asked) => serving([record('A', `www.${asked.name}`, '192.0.2.1')])(asked);
  try {
    return { address, peer: await axfrPeer(answer, address, DNS_PORT) };
  } catch (error) {
    throw new Error(`The import needs a nameserver on port ${DNS_PORT} of a loopback address`, {
      cause: error,
    });
  }
}

async function startService() {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      ...{ DATABASE_URL: '', DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url },
      ...{ PLATFORM_TOKEN: platformToken, SMS_WEBHOOK_URL: inbox.url, AXFR_ALLOWED_NETWORKS: '127.0.0.0/8' },
      // Nobody listens there: no run asks the host's resolvers about claims.
      RESOLVERS: '127.0.0.1:9',
      LOG_LEVEL: 'warn',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  for (
    const until = Date.now() + START_SECONDS * 1000;
    !output.includes('token, shown once');
    await sleep(100)
  ) {
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`The service did not start:\n${output}`);
  }
  return { child, url, output: () => output };
}

async function stopService() {
  const { child } = service;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([ended, sleep(STOP_SECONDS * 1000)]);
  if (child.exitCode === null) child.kill('SIGKILL');
}
