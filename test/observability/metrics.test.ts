import { ATTEMPT_LIMITS } from '../../src/shared/limits/attempt-limits.js';
import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { ENDPOINTS } from '../../src/access/endpoints.js';
import { Schedule } from '../../src/schedule/schedule.js';
import { Database } from '../../src/database/database.js';
import { command } from '../../src/database/statement.js';
import { axfrPeer, record, serving } from '../support/axfr-peer.js';
import { anonymous, Client, platform } from '../support/client.js';
import { makeDomain, nextDomain, transferFrom } from '../support/domains.js';
import { captureAll, makeDisk, makeUpload, send, startImageApp, type ImageApp } from '../support/images.js';
import { done, makeAccount, makeInstance, makeVpc } from '../support/makers.js';
import { scrape, valueOf, type Sample } from './scrape.js';

let app: ImageApp;
// Nobody listens there: the listener is the process's (metrics-server.test.ts); what it would tell is asked for here.
beforeAll(async () => (app = await startImageApp({ METRICS_PORT: '9', RATE_LIMIT_REQUESTS: '40' })));
afterAll(() => app.close());

/** How much a value grows while `work` runs. */
async function growth(work: () => Promise<unknown>, name: string, labels: Record<string, string> = {}) {
  const before = valueOf(await scrape(app), name, labels);
  await work();
  return valueOf(await scrape(app), name, labels) - before;
}

/** What a request is counted as, once its answer has left. */
async function counted(work: () => Promise<unknown>, labels: Record<string, string>): Promise<void> {
  const before = valueOf(await scrape(app), 'http_requests_total', labels);
  await work();
  while (valueOf(await scrape(app), 'http_requests_total', labels) === before)
    await new Promise((next) => setImmediate(next));
}

describe('requests', () => {
  it('are counted by the name in the endpoint table, method and status', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    const label = { endpoint: 'vpc.view', method: 'GET' };
    await counted(() => client.get(`/vpcs/${id}`), { ...label, status: '200' });
    await counted(() => client.get('/vpcs/9007199254740991'), { ...label, status: '404' });
    await counted(() => client.send('HEAD', `/vpcs/${id}`), { ...label, method: 'HEAD', status: '200' });
    await counted(() => new Client(app.url, 'x').get(`/vpcs/${id}`), { ...label, status: '401' });
    await counted(() => platform(app).put('/users/nobody/password', {}), {
      endpoint: 'platform.user.password',
      method: 'PUT',
      status: '404',
    });
  });

  it('outside the table are counted by their route, or as none', async () => {
    const { url } = app;
    const from = (path: string, method = 'GET') => fetch(url + path, { method, redirect: 'manual' });
    await counted(() => from('/health/live'), { endpoint: '/health/live', status: '200' });
    await counted(() => from('/openapi.json'), { endpoint: '/openapi.json', status: '200' });
    await counted(() => from('/docs/swagger-ui.css'), { endpoint: '/docs', status: '200' });
    await counted(() => from('/login/abcdef?x=1'), { endpoint: '/login/:uid' });
    await counted(() => from('/oauth/token', 'POST'), { endpoint: '/oauth/token', status: '400' });
    await counted(() => from('/nowhere/at/all'), { endpoint: 'none', status: '404' });
    await counted(() => from('/v4/vpcs/1', 'OPTIONS'), {
      endpoint: 'none',
      method: 'OPTIONS',
      status: '200',
    });
    await counted(() => from('/v4/vpcs', 'PROPFIND'), { method: 'other' });
  });

  it('have a histogram of durations, whose buckets add up', async () => {
    const label = { endpoint: 'region.list', method: 'GET' };
    await counted(() => anonymous(app).get('/regions'), label);
    const samples = await scrape(app);
    const of = (name: string) =>
      samples.filter((one) => one.name === name && one.labels.endpoint === 'region.list');
    const buckets = of('http_request_duration_seconds_bucket').map(({ value }) => value);
    expect(buckets).toEqual([...buckets].sort((a, b) => a - b));
    expect(buckets.at(-1)).toBe(valueOf(samples, 'http_request_duration_seconds_count', label));
    expect(buckets.at(-1)).toBe(valueOf(samples, 'http_requests_total', label));
    expect(valueOf(samples, 'http_request_duration_seconds_sum', label)).toBeGreaterThan(0);
  });

  it('are in flight until they end; one whose client leaves is a 499', async () => {
    const { client } = await makeAccount(app);
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    const lost = { endpoint: 'vpc.create', method: 'POST', status: '499' };
    await counted(async () => {
      socket.write(
        `POST /v4/vpcs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${client.token}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n',
      );
      // Told to go on: the service waits for the body.
      await once(socket, 'data');
      expect(valueOf(await scrape(app), 'http_requests_in_flight')).toBe(1);
      socket.destroy();
    }, lost);
    expect(valueOf(await scrape(app), 'http_requests_in_flight')).toBe(0);
  });

  it('that a client sends behind one another end when their connection breaks', async () => {
    const { client } = await makeAccount(app);
    const { hostname, port } = new URL(app.url);
    const head = `Host: a\r\nAuthorization: Bearer ${client.token}\r\n`;
    const body = JSON.stringify({ label: 'net', region: 'us-east' });
    const first = `POST /v4/vpcs HTTP/1.1\r\n${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    const inFlight = async (count: number) => {
      while (valueOf(await scrape(app), 'http_requests_in_flight') !== count)
        await new Promise((next) => setImmediate(next));
    };
    const holder = new pg.Client(app.databaseUrl);
    await holder.connect();
    try {
      await holder.query('BEGIN; LOCK TABLE vpcs IN ACCESS EXCLUSIVE MODE');
      const socket = connect(Number(port), hostname);
      socket.write(first + `GET /v4/regions HTTP/1.1\r\n${head}\r\n`.repeat(3));
      await inFlight(4);
      socket.destroy();
      await inFlight(0);
    } finally {
      await holder.end();
    }
  });

  it('[D-22] that a limit refuses are counted by limit', async () => {
    const { client } = await makeAccount(app);
    const refuse = async () => {
      for (let sent = 0; sent < 40; sent++) done(await client.get('/regions'));
      expect((await client.get('/regions')).status).toBe(429);
    };
    expect(await growth(refuse, 'rate_limit_refusals_total', { limit: 'requests' })).toBe(1);
    const limits = (await scrape(app)).filter(({ name }) => name === 'rate_limit_refusals_total');
    // The requests', sign-in's, and the eight of costly work.
    expect(limits).toHaveLength(10 + Object.keys(ATTEMPT_LIMITS).length);
  });
});

describe('the database', () => {
  it('tells its connections and transactions', async () => {
    const { client } = await makeAccount(app);
    const committed = { result: 'committed' };
    expect(await growth(() => makeVpc(client), 'database_transactions_total', committed)).toBeGreaterThan(0);
    const samples = await scrape(app);
    expect(valueOf(samples, 'database_connections', { state: 'idle' })).toBeGreaterThan(0);
    expect(valueOf(samples, 'database_connections_max')).toBe(10);
    expect(valueOf(samples, 'database_pool_waiting')).toBe(0);
  });

  it('tells retries, and failures apart from refusals of ours', async () => {
    const database = app.app.get(Database);
    const RAISE = command('test.raise', `SELECT 1/0`);
    const conflict = Object.assign(new Error('conflict'), { code: '40001' });
    let attempts = 0;
    const retried = () =>
      database.transaction(async () => {
        if (++attempts === 1) throw conflict;
      });
    expect(await growth(retried, 'database_transaction_retries_total')).toBe(1);
    const failing = () => database.transaction((tx) => tx.run(RAISE)).catch(() => undefined);
    expect(await growth(failing, 'database_errors_total', { kind: 'unexpected' })).toBe(1);
    const { client } = await makeAccount(app);
    expect(await growth(() => client.post('/vpcs', {}), 'database_errors_total')).toBe(0);
  });
});

describe('work', () => {
  it('[Domains rule 2] zone imports: result, records, duration', async () => {
    const { client } = await makeAccount(app);
    const domain = nextDomain();
    const peer = await axfrPeer(serving([record('A', `www.${domain}`, '192.0.2.1')]));
    transferFrom(app, peer.port);
    const body = { domain, remote_nameserver: '127.0.0.1' };
    const imported = async () => done(await client.post('/domains/import', body));
    expect(await growth(imported, 'zone_import_records_total')).toBe(1);
    await peer.close();
    const again = () => client.post('/domains/import', body);
    expect(await growth(again, 'zone_imports_total', { result: 'refused' })).toBe(1);
    const away = () => client.post('/domains/import', { ...body, domain: nextDomain() });
    expect(await growth(away, 'zone_imports_total', { result: 'not_transferred' })).toBe(1);
    const samples = await scrape(app);
    expect(valueOf(samples, 'zone_imports_total', { result: 'stored' })).toBe(1);
    expect(valueOf(samples, 'zone_import_duration_seconds_count')).toBe(3);
  });

  it('[Images rule 3] uploads and captures: result, bytes, and how many go on', async () => {
    const account = await makeAccount(app);
    const { address } = await makeUpload(app, account.client);
    const refused = { way: 'upload', result: 'refused' };
    expect(await growth(() => send(address, 'no gzip'), 'image_transfers_total', refused)).toBe(1);
    const { gzip, raw } = makeDisk();
    const upload = async () => done(await send(address, gzip));
    expect(await growth(upload, 'image_transfer_bytes_total', { way: 'upload' })).toBe(gzip.length);
    await app.writeDisk('boot.raw', raw);
    const disks = [
      { id: 900001, label: 'boot', size: 1, source: 'boot.raw' },
      { id: 900002, label: 'lost', size: 1, source: 'lost.raw' },
    ];
    await makeInstance(app, account, [], { disks });
    for (const { id } of disks) done(await account.client.post('/images', { disk_id: id }));
    await captureAll(app);
    const samples = await scrape(app);
    expect(valueOf(samples, 'image_transfers_total', { way: 'capture', result: 'stored' })).toBe(1);
    expect(valueOf(samples, 'image_transfers_total', { way: 'capture', result: 'failed' })).toBe(1);
    expect(valueOf(samples, 'image_transfer_bytes_total', { way: 'capture' })).toBeGreaterThan(0);
    expect(valueOf(samples, 'image_transfers_in_progress')).toBe(0);
    expect(valueOf(samples, 'image_store_free_bytes')).toBeGreaterThan(0);
    expect(valueOf(samples, 'image_store_size_bytes')).toBeGreaterThan(0);
  });

  it('jobs: runs, failures, durations, last success', async () => {
    const schedule = app.app.get(Schedule);
    schedule.start();
    const ran = (samples: readonly Sample[]) =>
      samples.filter(({ name, value }) => name === 'scheduled_job_runs_total' && value > 0);
    const jobs = (samples: readonly Sample[]) =>
      samples
        .filter(({ name }) => name === 'scheduled_job_interval_seconds')
        .map(({ labels }) => labels.name!);
    while (ran(await scrape(app)).length < jobs(await scrape(app)).length)
      await new Promise((next) => setTimeout(next, 20));
    const samples = await scrape(app);
    expect(jobs(samples)).toContain('image.orphans');
    for (const name of jobs(samples)) {
      expect(valueOf(samples, 'scheduled_job_runs_total', { name, result: 'success' })).toBeGreaterThan(0);
      expect(valueOf(samples, 'scheduled_job_runs_total', { name, result: 'failure' })).toBe(0);
      expect(valueOf(samples, 'scheduled_job_last_success_timestamp_seconds', { name })).toBeGreaterThan(
        1.7e9,
      );
      expect(valueOf(samples, 'scheduled_job_duration_seconds_count', { name })).toBeGreaterThan(0);
    }
  });
});

describe('what Prometheus may see', () => {
  it('has no more series for more callers, entities and paths, and names none of them', async () => {
    // A kind of garbage collection has no series before its first run, and a kind of resources, such as the socket of a job, only
    // while one is open, whatever the callers do.
    const series = async () =>
      (await scrape(app))
        .filter(({ name }) => !/^nodejs_(gc|active)_/.test(name))
        .map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`)
        .sort();
    const round = async () => {
      const { client, username, id } = await makeAccount(app);
      const { id: domainId, domain } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
      await client.get(`/domains/${domainId}`);
      await client.get('/domains', { 'X-Filter': '{"domain": "x"}' });
      await client.get(`/nothing/${id}`);
      await fetch(`${app.url}/${username}/${id}`);
      await fetch(`${app.url}/image-uploads/${username}`, { method: 'PUT' });
      await client.get(`/account/users/${username}`);
      await fetch(`${app.url}/login/${username}`, { redirect: 'manual' });
      return [client.token!, username, domain, client.token!.slice(0, 16)];
    };
    await round();
    const before = await series();
    const names = [...(await round()), ...(await round())];
    expect(await series()).toEqual(before);
    for (const name of names) expect(before.join()).not.toContain(name);
    const endpoints = new Set((await scrape(app)).map(({ labels }) => labels.endpoint).filter(Boolean));
    const others = ['none', '/docs', '/health/live', '/openapi.json', '/login/:uid', '/oauth/token'];
    for (const endpoint of endpoints) expect([...Object.keys(ENDPOINTS), ...others]).toContain(endpoint);
    const labels = new Set((await scrape(app)).flatMap((one) => Object.keys(one.labels)));
    expect([...labels].sort()).toEqual(LABELS);
  });
});

const LABELS = [
  'commit',
  'endpoint',
  'kind',
  'le',
  'limit',
  'major',
  'method',
  'minor',
  'name',
  'node',
  'patch',
  'pid',
  'pool',
  'result',
  'space',
  'state',
  'status',
  'table',
  'type',
  'version',
  'way',
];
