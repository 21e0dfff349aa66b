import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { freePort, freePorts } from '../support/free-port.js';
import { Client, NOT_FOUND, refusal } from '../support/client.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { makeAccount, makeToken, type TestAccount } from '../support/makers.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { CALLS, underLoad } from '../support/under-load.js';
import {
  buildService,
  startNameserver,
  startProxy,
  startReplica,
  untilSeen,
  type Ports,
  type Program,
} from './programs.js';

const HEALTH = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n';

describe('two replicas behind the proxy', () => {
  let folder: string;
  let database: TestDatabase;
  let ports: Ports;
  let nameserverPort: number;
  let replicas: Program[] = [];
  let others: Program[] = [];
  let account: TestAccount;
  let client: Client;

  beforeAll(async () => {
    buildService();
    folder = makeTemporaryFolder();
    for (const part of ['proxy', 'nameserver', 'data']) mkdirSync(join(folder, part));
    database = await createEmptyDatabase();
    const [customers, platform, nameserver, ...rest] = (await freePorts(5)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    ports = { customers, platform, replicas: rest };
    nameserverPort = nameserver;
    replicas = await Promise.all(ports.replicas.map(start));
    others = [
      await startProxy(ports, join(folder, 'proxy')),
      await startNameserver(nameserver, database.url, join(folder, 'nameserver')),
    ];
    account = await makeAccount({ url: `http://127.0.0.1:${platform}` });
    client = new Client(`http://127.0.0.1:${customers}`, account.client.token);
  }, 300_000);

  afterAll(async () => {
    await Promise.all([...others, ...replicas].map((program) => program.stop()));
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('start together on an empty database and answer through the proxy', async () => {
    expect((await client.get('/profile')).body).toMatchObject({ username: account.username });
  });

  it('every request has a line in the proxy’s access log, by which the service’s line is found, and no credential', async () => {
    const file = join(folder, 'proxy/access.log');
    const line = async (id: string | null) => {
      for (;;) {
        const found = readFileSync(file, 'utf8')
          .split('\n')
          .find((one) => one.includes(`"${id}"`));
        if (found) return JSON.parse(found) as object;
        await setTimeout(20);
      }
    };
    const answer = await client.get('/vpcs/4711?page=1');
    expect(await line(answer.headers.get('x-request-id'))).toEqual({
      time: expect.any(Number),
      service: 'balancer',
      requestId: answer.headers.get('x-request-id'),
      clientAddress: '127.0.0.1',
      method: 'GET',
      path: '/v4/vpcs/4711',
      status: 404,
      durationMs: expect.any(Number),
      replica: expect.stringMatching(/^\d+$/),
      end: '--',
    });
    const url = `http://127.0.0.1:${ports.customers}`;
    const secret = account.client.token!;
    for (const path of [
      `/image-uploads/${secret}`,
      `/oauth/authorize?code=${secret}`,
      `/v4/vpcs/${secret}`,
    ]) {
      const { headers } = await fetch(url + path);
      await line(headers.get('x-request-id'));
    }
    const forged = await fetch(`${url}/v4/%22%7D%0A{"status":1`);
    await line(forged.headers.get('x-request-id'));
    const log = readFileSync(file, 'utf8');
    expect(log).not.toContain(secret);
    for (const one of log.split('\n').filter((text) => text.startsWith('{')))
      expect(JSON.parse(one)).toMatchObject({ service: 'balancer' });
  });

  it('both refuse a token at once that one of them has revoked', async () => {
    const { token } = await makeToken({ url: `http://127.0.0.1:${ports.platform}` }, account.username, '*');
    const [first, second] = ports.replicas.map((port) => new Client(`http://127.0.0.1:${port}`, token));
    const { data } = (await second!.get('/profile/tokens')).body as { data: { id: number }[] };
    const newest = Math.max(...data.map(({ id }) => id));
    expect((await first!.delete(`/profile/tokens/${newest}`)).status).toBe(200);
    expect((await second!.get('/profile')).status).toBe(401);
  });

  it.each(['/platform/v1/accounts', '/PLATFORM/v1/accounts', '/%70latform/v1/accounts'])(
    'the Platform API is closed to customers: %s',
    async (path) => {
      const platform = new Client(`http://127.0.0.1:${ports.customers}`, 'x', '');
      expect(await platform.post(path)).toMatchObject({ status: 404, body: NOT_FOUND });
    },
  );

  it('the nameserver answers with a record as soon as it is created', async () => {
    const domain = { domain: 'stack.example', type: 'master', soa_email: 'admin@stack.example' };
    const { id } = (await client.post('/domains', domain)).body;
    await client.post(`/domains/${id}/records`, { type: 'A', name: 'www', target: '192.0.2.7' });
    const options = ['+short', '+tries=5', '-p', String(nameserverPort), '@127.0.0.1'];
    expect(execFileSync('dig', [...options, 'www.stack.example', 'A'], { encoding: 'utf8' })).toBe(
      '192.0.2.7\n',
    );
  });

  it('lose no read when one is killed', async () => {
    const load = underLoad(client, [(caller) => caller.get('/vpcs')]);
    await replicas[0]!.stop('SIGKILL');
    replicas[0] = await start(ports.replicas[0]!);
    expect((await load.stop()).filter(({ status }) => status !== 200)).toEqual([]);
  });

  it('a hung one leaves the rotation and comes back: who comes later does not wait for it', async () => {
    await untilSeen('UP', ports.replicas[0]!, proxyFolder());
    const load = underLoad(client, CALLS, 30);
    replicas[0]!.signal('SIGSTOP');
    await untilSeen('DOWN', ports.replicas[0]!, proxyFolder());
    const later = await Promise.all(Array.from({ length: 50 }, (_, turn) => CALLS[turn % 3]!(client)));
    expect(later.filter(({ status }) => status !== 200)).toEqual([]);
    replicas[0]!.signal('SIGCONT');
    await untilSeen('UP', ports.replicas[0]!, proxyFolder());
    // The transactions that were open when it stopped: the database has ended them.
    const answers = await load.stop();
    expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    expect((await client.put('/profile', { timezone: 'GMT' })).status).toBe(200);
  });

  it('one that waits for another to migrate is not ready', async () => {
    const migrating = new pg.Client(database.url);
    await migrating.connect();
    await migrating.query('BEGIN; SELECT pg_advisory_xact_lock(4176002)');
    const port = await freePort();
    const started = start(port);
    const WAITING = `
      SELECT FROM pg_stat_activity WHERE application_name = 'cloud-account-migrations' AND datname = current_database()`;
    // A transaction sees the activity of its first look until it asks anew.
    while ((await migrating.query(WAITING)).rowCount === 0) {
      await migrating.query('SELECT pg_stat_clear_snapshot()');
    }
    await expect(fetch(`http://127.0.0.1:${port}/health/ready`)).rejects.toThrow('fetch failed');
    await migrating.end();
    await (await started).stop();
  });

  it('a connection that is idle when the proxy reloads its files gets an answer to one more request', async () => {
    const [customers, platform] = (await freePorts(2)) as [number, number];
    const own = join(folder, 'reloaded');
    mkdirSync(own);
    const proxy = await startProxy({ ...ports, customers, platform }, own);
    const socket = connect(customers, '127.0.0.1').setEncoding('latin1');
    socket.write(HEALTH);
    expect((await once(socket, 'data'))[0]).toContain('HTTP/1.1 200');
    // What the process before gets when another one takes over its listeners.
    const stopped = proxy.stop('SIGUSR1');
    while (await fetch(`http://127.0.0.1:${customers}/health/live`).catch(() => undefined));
    socket.write(HEALTH);
    expect(await text(socket)).toContain('HTTP/1.1 200');
    await stopped;
  });

  it('with none of them the proxy says what they would', async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    const { status, body, headers } = await client.get('/vpcs');
    expect({ status, body }).toEqual({
      status: 503,
      body: refusal('', 'The service is temporarily unavailable.'),
    });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    replicas = await Promise.all(ports.replicas.map(start));
  });

  function proxyFolder(): string {
    return join(folder, 'proxy');
  }

  function start(port: number): Promise<Program> {
    return startReplica(port, database.url, join(folder, 'data'));
  }
});
