import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { packageRoot } from '../../src/shared/package-root.js';
import { PLATFORM_TOKEN } from '../support/app.js';
import { Client } from '../support/client.js';
import { freePort } from '../support/free-port.js';
import { downloadImage, makeDisk, makeUpload, send } from '../support/images.js';
import { done } from '../support/makers.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';
import { PostgresServer } from './postgres.js';

const SHOWN = [
  '/profile',
  '/profile/security-questions',
  '/profile/tokens',
  '/account/events',
  '/domains',
  '/images',
];

const TOKEN = /\b[0-9A-Za-z]{64}\b/;

describe('[D-175] docs/operations.md, "Move from the embedded database to a server"', () => {
  let folder: string;
  let dataDir: string;
  let server: PostgresServer;
  let url: string;
  let environment: NodeJS.ProcessEnv;
  const running = new Set<ChildProcess>();

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    dataDir = makeTemporaryFolder();
    server = await PostgresServer.start(join(folder, 'server'));
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    const { PATH, HOME } = process.env;
    environment = { PATH, HOME, PORT: port, HOST: '127.0.0.1', PLATFORM_TOKEN, DATA_DIR: dataDir };
  });
  afterAll(async () => {
    for (const { pid } of running) process.kill(-pid!, 'SIGKILL');
    await server.stop();
    await removeTemporaryFolder(dataDir);
    rmSync(folder, { recursive: true });
  });

  it('its commands, as they stand, lose nothing', async () => {
    const embedded = await start('exec npm start', TOKEN);
    const token = TOKEN.exec(embedded.output())![0];
    const client = new Client(url, token);
    const { domainId, imageId } = await makeContents(url, client);
    const before = await show(client, domainId);
    const { bytes } = await downloadImage({ url }, imageId);
    expect(bytes.length).toBeGreaterThan(100_000);
    await stop(embedded.child);

    const moved = await start(`set -e\n${commandsOfThePage()}`, /listens on/);

    expect(await show(client, domainId)).toEqual(before);
    expect((await downloadImage({ url }, imageId)).bytes.equals(bytes)).toBe(true);
    await stop(moved.child);
  }, 900_000);

  /** Only addresses and folders are the test's. */
  function commandsOfThePage(): string {
    const page = readFileSync(join(packageRoot, 'docs/operations.md'), 'utf8');
    const [, section] = page.split('## Move from the embedded database to a server');
    const [, commands] = /^```sh\n([\s\S]*?)^```/m.exec(section!)!;
    return [
      ['/backups/move', join(folder, 'backup')],
      ['postgres://cloud_account:...@db/cloud_account', server.url],
      ['.data/', `${dataDir}/`],
      ['s3://images', `file:${join(folder, 'images')}`],
      ['npm start', 'exec npm start'],
    ].reduce((text, [given, own]) => {
      expect(text).toContain(given);
      return text.replaceAll(given!, own!);
    }, commands!);
  }

  /** Runs commands of which the last one starts the service, until that is ready and has said this. */
  async function start(commands: string, said: RegExp) {
    const child = spawn('bash', ['-c', commands], { cwd: packageRoot, env: environment, detached: true });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)));
    const isReady = async () => (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok;
    while (!(await isReady()) || !said.test(output)) {
      if (child.exitCode !== null) throw new Error(output);
      await setTimeout(100);
    }
    return { child, output: () => output };
  }

  async function stop(child: ChildProcess): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    running.delete(child);
  }
});

/** A domain with a record, an image, and answers that only the key of `DATA_DIR` reads. */
async function makeContents(url: string, client: Client) {
  const security_questions = [1, 2, 3].map((id) => ({ question_id: id, response: `answer ${id}` }));
  done(await client.post('/profile/security-questions', { security_questions }));
  const domain = { domain: 'moved.example', type: 'master', soa_email: 'admin@moved.example' };
  const { id: domainId } = done(await client.post('/domains', domain)) as { id: number };
  done(await client.post(`/domains/${domainId}/records`, { type: 'TXT', name: 'www', target: 'tab\t "é"' }));
  const { id: imageId, address } = await makeUpload({ url }, client);
  done(await send(address, new Uint8Array(makeDisk().gzip)));
  return { domainId, imageId };
}

/** What the API answers. A restored zone has a later serial (D-205). */
async function show(client: Client, domainId: number): Promise<unknown[]> {
  const paths = [...SHOWN, `/domains/${domainId}/records`];
  const shown = await Promise.all(paths.map(async (path) => done(await client.get(path)) as unknown));
  const { zone_file: lines } = done(await client.get(`/domains/${domainId}/zone-file`)) as {
    zone_file: string[];
  };
  return [...shown, lines.map((line) => line.replace(/\b20\d{8}\b/, 'SERIAL'))];
}
