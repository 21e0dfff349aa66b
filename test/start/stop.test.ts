import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import pg from 'pg';
import { createTestDatabase } from '../support/database.js';
import { spawnService } from '../support/service-program.js';

const database = await createTestDatabase();
const session = new pg.Client(database.url);
const { child, port, url, until } = await spawnService(database.url);

beforeAll(async () => {
  await until((output) => output.includes('listens on'));
  await session.connect();
});
afterAll(async () => {
  await session.end();
  await database.drop();
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
  while ((await fetch(`${url}/health/ready`)).status === 200);
  await session.query('ROLLBACK');
  const head = await headOf(socket);
  expect(head).toContain('http/1.1 401');
  expect(head).toContain('connection: close\r\n');
  expect(await exit).toEqual([0, null]);
});
