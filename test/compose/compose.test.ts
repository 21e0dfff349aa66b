import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packageRoot } from '../../src/shared/package-root.js';
import { PLATFORM_TOKEN } from '../support/app.js';
import { Client, NOT_FOUND } from '../support/client.js';
import { makeAccount } from '../support/makers.js';
import { underLoad, type Call } from '../support/under-load.js';
import { dig, isHealthy, Stack, until, type Container } from './stack.js';

const API = 'http://127.0.0.1:8080';
const PLATFORM = 'http://127.0.0.1:8081';
/** The hidden primary and both secondaries. */
const NAMESERVERS = [5302, 5300, 5301];
const SECONDARIES = NAMESERVERS.slice(1);
const OWNERS = `SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname IN ('public', 'pdns')`;

describe('docker-compose.yml', () => {
  const stack = new Stack(mkdtempSync(join(tmpdir(), 'checkout-')));
  const data = gzipSync(randomBytes(1_000_000));
  let printed: string;
  let client: Client;
  let image: string;

  beforeAll(async () => {
    execFileSync(join(packageRoot, 'test/compose/base-images'), { stdio: 'inherit' });
    stack.write('.secrets/platform_token', PLATFORM_TOKEN);
    stack.write('.env', 'RATE_LIMIT_REQUESTS=0\n');
    printed = await stack.up();
    const account = await makeAccount({ url: PLATFORM });
    client = new Client(API, account.client.token);
  }, 900_000);

  it('[D-180] every service is healthy, and deploy/up says what to open', async () => {
    const containers = stack.containers();
    expect(containers.filter((container) => !isHealthy(container))).toEqual([]);
    const services = [
      'api',
      'api',
      'postgres',
      'powerdns',
      'proxy',
      's3',
      'secondary-1',
      'secondary-2',
      'signer',
    ];
    expect(containers.map(serviceOf).sort()).toEqual(services);
    const address = /http:\/\/localhost:\d+\/docs/.exec(printed)![0];
    expect((await fetch(address)).status).toBe(200);
  });

  it('[D-229] every container runs as a user, reads its files only, is bounded and comes back', () => {
    for (const container of stack.containers()) {
      const { HostConfig, Name } = container;
      expect([Name, rootProcesses(container)]).toEqual([Name, []]);
      expect([Name, HostConfig]).toEqual([
        Name,
        expect.objectContaining({
          ReadonlyRootfs: true,
          CapDrop: ['ALL'],
          SecurityOpt: ['no-new-privileges:true'],
          RestartPolicy: { Name: 'unless-stopped', MaximumRetryCount: 0 },
        }),
      ]);
      expect(HostConfig.Memory).toBeGreaterThan(0);
    }
  });

  it('[D-229] a replica knows the memory limit of its container, on which MemoryGrows stands', async () => {
    const [replica] = stack.containers('api');
    const [address] = addressesOf('api');
    const metrics = await (await fetch(`http://${address}:9464/metrics`)).text();
    expect(metrics).toContain(`\ncloud_account_memory_limit_bytes ${replica!.HostConfig.Memory}\n`);
  });

  it('no secret is in what Docker tells about its containers', () => {
    const told = JSON.stringify(stack.containers());
    const folder = join(stack.folder, '.secrets');
    const secrets = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8').trim());
    expect(secrets.filter((secret) => told.includes(secret))).toEqual([]);
  });

  it("the README's calls work through the balancer, and the Platform API is closed there", async () => {
    const subnets = [{ label: 'web', ipv4: '10.0.1.0/24' }];
    const vpc = await client.post('/vpcs', { label: 'production', region: 'us-east', subnets });
    expect(vpc.status).toBe(200);
    const found = await client.filter('/vpcs', { label: { '+contains': 'prod' }, '+order_by': 'created' });
    expect(found.body).toMatchObject({ results: 1, data: [{ id: vpc.body.id }] });
    expect((await client.delete(`/vpcs/${vpc.body.id}`)).status).toBe(200);
    const { body } = await client.get('/account/events');
    const deleted = expect.objectContaining({ action: 'vpc_delete' }) as object;
    expect(body.data).toEqual(expect.arrayContaining([deleted]));
    expect(await new Client(API, PLATFORM_TOKEN, '/platform/v1').get('/accounts/1')).toMatchObject({
      status: 404,
      body: NOT_FOUND,
    });
  });

  it('[D-246] a record is served by the primary and by both secondaries', async () => {
    const domain = { domain: 'compose.example', type: 'master', soa_email: 'admin@compose.example' };
    const { id } = (await client.post('/domains', domain)).body;
    await client.post(`/domains/${id}/records`, { type: 'A', name: 'www', target: '192.0.2.7' });
    for (const port of NAMESERVERS) await untilServed(port);
  });

  it('an image goes up and down', async () => {
    const upload = (await client.post('/images/upload', { label: 'compose', region: 'us-east' })).body;
    const { pathname } = new URL(upload.upload_to);
    const headers = { 'Content-Type': 'application/octet-stream' };
    expect((await fetch(API + pathname, { method: 'PUT', body: data, headers })).status).toBe(200);
    image = upload.image.id;
    expect((await client.get(`/images/${image}`)).body).toMatchObject({ status: 'available' });
    expect(await download()).toEqual(data);
  });

  it('[D-223] the role of the replicas owns nothing', () => {
    expect(stack.select(OWNERS)).toBe('cloud_account_owner');
    const users = `SELECT DISTINCT usename FROM pg_stat_activity WHERE client_addr = ANY ('{${addressesOf('api').join()}}')`;
    expect(stack.select(users)).toBe('cloud_account');
    expect(stack.compose('run', '--rm', '-T', 'admin', 'status')).toContain('pending: []');
  });

  it('deploy/up replaces one replica after another, also of a release with one role, and no request of a load fails', async () => {
    const before = idsOf('api');
    const proxy = idsOf('proxy');
    giveAllToOneRole(stack);
    await withNoFailure(() => stack.up());
    expect(stack.select(OWNERS)).toBe('cloud_account_owner');
    expect(idsOf('proxy')).toEqual(proxy);
    const after = idsOf('api');
    expect(after).toHaveLength(2);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
    await stack.untilHealthy();
  });

  it('deploy/up keeps the old replicas if a new one does not become ready, and no request of a load fails', async () => {
    const before = idsOf('api');
    const shipped = stack.read('docker-compose.yml');
    stack.write('docker-compose.yml', shipped.replace('s3://images', 's3://nowhere'));
    await withNoFailure(async () => {
      const outcome = await stack.up().catch(String);
      stack.write('docker-compose.yml', shipped);
      expect(outcome).toContain('the new replica did not become healthy');
    });
    expect(idsOf('api')).toEqual(before);
  });

  it('a replica that dies comes back, and no read is lost', async () => {
    const read: Call = (caller) => caller.get('/vpcs');
    await withNoFailure(async () => {
      const [replica] = stack.containers('api');
      stack.crash(replica!);
      await until(() => pidOf(replica!) !== replica!.State.Pid);
      await stack.untilHealthy('api');
    }, [read]);
  });

  it('[D-246] PostgreSQL dies and comes back, and everything with it; the secondaries answer throughout', async () => {
    const [postgres] = stack.containers('postgres');
    stack.crash(postgres!);
    do {
      for (const port of SECONDARIES) expect(dig(port, 'www.compose.example', 'A')).toBe('192.0.2.7');
    } while (pidOf(postgres!) === postgres!.State.Pid || !isHealthy(stack.containers('postgres')[0]!));
    // The proxy may close a connection that was open before.
    const write = () => client.put('/profile', { timezone: 'GMT' }).catch(() => undefined);
    await until(async () => (await write())?.status === 200);
    await untilServed(NAMESERVERS[0]!);
    await stack.untilHealthy();
  });

  it('down and up keep all data', async () => {
    stack.compose('down');
    await stack.up();
    expect((await client.get('/domains')).body).toMatchObject({ data: [{ domain: 'compose.example' }] });
    expect(await download()).toEqual(data);
    for (const port of NAMESERVERS) await untilServed(port);
  });

  /** Each of these calls is answered with 200 while this runs. */
  async function withNoFailure(run: () => Promise<unknown>, calls?: Call[]): Promise<void> {
    const load = underLoad(client, calls, 3);
    try {
      await run();
    } finally {
      await load.stop();
    }
    const answers = await load.stop();
    expect(answers.length).toBeGreaterThan(50);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  }

  async function download(): Promise<Buffer> {
    const headers = { Authorization: `Bearer ${PLATFORM_TOKEN}` };
    const answer = await fetch(`${PLATFORM}/platform/v1/images/${image}/data`, { headers });
    return Buffer.from(await answer.arrayBuffer());
  }

  const addressesOf = (service: string) =>
    stack
      .containers(service)
      .flatMap(({ NetworkSettings }) =>
        Object.values(NetworkSettings.Networks).map(({ IPAddress }) => IPAddress),
      );

  const idsOf = (service: string) =>
    stack
      .containers(service)
      .map(({ Id }) => Id)
      .sort();

  /** The first process of this container now. */
  const pidOf = ({ Id }: Container) => stack.containers().find((container) => container.Id === Id)!.State.Pid;
});

const serviceOf = ({ Config }: Container) => Config.Labels['com.docker.compose.service'];

/** What runs as root in a container, but for the first process of a health check, which soon goes on as another user. */
function rootProcesses({ Id, State }: Container): number[][] {
  const table = execFileSync('docker', ['top', Id, '-eo', 'pid,ppid,uid'], { encoding: 'utf8' });
  const processes = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/).map(Number));
  const pids = processes.map(([pid]) => pid);
  return processes.filter(
    ([pid, parent, user]) => user === 0 && (pid === State.Pid || pids.includes(parent!)),
  );
}

const untilServed = (port: number) => until(() => dig(port, 'www.compose.example', 'A') === '192.0.2.7');

/** As a release without an owner role left it. */
function giveAllToOneRole(stack: Stack): void {
  // PowerDNS locks tables in another order. Its query is the victim of a deadlock, unless it began to wait first.
  const sql = `SET deadlock_timeout = '1min';
    ALTER DATABASE cloud_account OWNER TO cloud_account; REASSIGN OWNED BY cloud_account_owner TO cloud_account;
    DROP OWNED BY cloud_account_owner; DROP ROLE cloud_account_owner`;
  for (let attempt = 1; ; attempt++) {
    try {
      stack.select(sql);
      return;
    } catch (error) {
      if (attempt === 5 || !String(error).includes('deadlock detected')) throw error;
    }
  }
}
