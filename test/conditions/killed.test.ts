import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { PLATFORM_TOKEN, startApp, type TestApp } from '../support/app.js';
import { Client } from '../support/client.js';
import { freePorts } from '../support/free-port.js';
import { done, makeAccount } from '../support/makers.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';
import { PROGRAMS } from '../support/processes.js';

const KEEP = 'conditions.answers.keep';
const COMMIT = 'COMMIT';
const VPC = { label: 'net', region: 'us-east' };

/** The other replica, which keeps running. */
let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await startApp();
  folder = makeTemporaryFolder();
});
afterAll(async () => {
  await app.close();
  await removeTemporaryFolder(folder);
});

/**
 * The proxy between one replica and the database. It ends with the transaction that keeps an
 * answer, because jobs commit, too.
 */
class DatabaseWay {
  private keeping: Socket | undefined;
  private isCut = false;

  private constructor(
    private readonly server: Server,
    private readonly killed: () => void,
  ) {}

  /** @param end before the commit reaches the database, or when its result arrives */
  static async open(target: URL, end: End, killed: () => void): Promise<DatabaseWay> {
    const server = createServer();
    const way = new DatabaseWay(server, killed);
    server.on('connection', (near) => {
      const far = connect(Number(target.port || 5432), target.hostname);
      way.pass(near, far, (bytes) => {
        if (bytes.includes(KEEP)) way.keeping = far;
        return end === 'before' && way.keeping === far;
      });
      way.pass(far, near, (bytes) => way.keeping === far && bytes.includes(COMMIT));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return way;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
  }

  private pass(source: Socket, target: Socket, isEnd: (bytes: Buffer) => boolean): void {
    source.on('error', () => target.destroy()).on('close', () => target.destroy());
    source.on('data', (bytes) => {
      if (!this.isCut && isEnd(bytes)) {
        this.isCut = true;
        this.killed();
      }
      if (!this.isCut) target.write(bytes);
    });
  }
}

type End = 'before' | 'after';

interface Replica {
  readonly url: string;
  readonly way: DatabaseWay;
  readonly ended: Promise<unknown>;
}

/** The service as a process of its own, on the same database. The proxy kills it by SIGKILL. */
async function startReplica(end: End): Promise<Replica> {
  const database = new URL(app.databaseUrl);
  const running: { child?: ChildProcess } = {};
  const way = await DatabaseWay.open(new URL(app.databaseUrl), end, () => running.child!.kill('SIGKILL'));
  const [port] = (await freePorts(1)) as [number];
  database.host = `127.0.0.1:${way.port}`;
  const child = spawn(process.execPath, ['--no-warnings', PROGRAMS.service], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: database.href,
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost:3000',
      PLATFORM_TOKEN,
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      NAMESERVERS: 'ns1.example.net,ns2.example.net',
      IMAGE_STORE: `file:${folder}`,
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.child = child;
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${url}/health/ready`)
      .then(({ status }) => status === 200)
      .catch(() => false);
  while (!(await isReady()));
  return { url, way, ended: once(child, 'exit') };
}

it.each([
  ['after', 'the retry gets the first answer', true],
  ['before', 'the key is free at once', false],
] as const)('[D-230] a process that is killed %s the commit: %s', async (end, _, isKept) => {
  const account = await makeAccount(app);
  const replica = await startReplica(end);
  const key = { 'Idempotency-Key': `key-${end}` };

  const killed = new Client(replica.url, account.client.token).post('/vpcs', VPC, key);
  await expect(killed).rejects.toThrow();
  await replica.ended;
  replica.way.close();

  const made = done(await account.client.get('/vpcs'));
  const retry = await account.client.post('/vpcs', VPC, key);
  expect(retry.status).toBe(200);
  expect(retry.headers.get('idempotency-replayed')).toBe(isKept ? 'true' : null);
  expect(made.data.map(({ id }: { id: number }) => id)).toEqual(isKept ? [retry.body.id] : []);
  expect(done(await account.client.get('/vpcs')).results).toBe(1);
});
