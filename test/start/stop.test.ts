import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { packageRoot } from '../../src/shared/package-root.js';
import { createTestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';

const database = await createTestDatabase();
const session = new pg.Client(database.url);
const folder = makeTemporaryFolder();
const port = await freePort();
let child: ChildProcess;

beforeAll(async () => {
  child = spawn(process.execPath, [join(packageRoot, 'test/support/service.mjs')], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.url,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      IMAGE_STORE: `file:${folder}`,
      PORT: String(port),
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  for await (const line of child.stdout!) if (String(line).includes('listens on')) break;
  await session.connect();
});
afterAll(async () => {
  await session.end();
  await database.drop();
  await removeTemporaryFolder(folder);
});

const QUESTION = `GET /v4/profile HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'a'.repeat(64)}\r\n\r\n`;

async function asked(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  await once(socket, 'connect');
  socket.write(QUESTION);
  return socket;
}

async function headOf(socket: Socket): Promise<string> {
  let text = '';
  while (!text.includes('\r\n\r\n')) text += String((await once(socket, 'data'))[0]);
  return text.toLowerCase();
}

it('[D-299] an idle connection stays open for longer than balancers keep one', async () => {
  const socket = await asked();
  const head = await headOf(socket);
  socket.destroy();
  expect(head).toContain('connection: keep-alive\r\n');
  expect(head).toContain('keep-alive: timeout=75\r\n');
});

it('[D-299] an answer that is under way when the process stops is the last one of its connection', async () => {
  await session.query('BEGIN');
  await session.query('LOCK TABLE tokens IN ACCESS EXCLUSIVE MODE');
  const socket = await asked();
  const waiting = `SELECT FROM pg_locks WHERE NOT granted AND relation = 'tokens'::regclass`;
  while ((await session.query(waiting)).rowCount === 0);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  while ((await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200);
  await session.query('ROLLBACK');
  const head = await headOf(socket);
  expect(head).toContain('http/1.1 401');
  expect(head).toContain('connection: close\r\n');
  expect(await exit).toEqual([0, null]);
});
