import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Client } from '../support/client.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePorts } from '../support/free-port.js';
import { makeAccount } from '../support/makers.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { CALLS, underLoad } from '../support/under-load.js';
import {
  buildService,
  Program,
  startNginx,
  startProxy,
  startReplica,
  untilReady,
  untilSeen,
  type Ports,
} from './programs.js';

/** At least this many requests go through each balancer. */
const REQUESTS = Number(process.env.ROLLING_REQUESTS ?? 2000);
const CALLERS = 3 * availableParallelism();

describe('[D-299] a rolling restart under load loses no request', () => {
  let folder: string;
  let database: TestDatabase;
  let ports: Ports;
  let token: string;
  const replicas: Program[] = [];

  beforeAll(async () => {
    buildService();
    folder = makeTemporaryFolder();
    database = await createTestDatabase();
    const [customers, platform, ...rest] = (await freePorts(4)) as [number, number, ...number[]];
    ports = { customers, platform, replicas: rest };
    for (const index of ports.replicas.keys()) replicas[index] = await start(index);
    token = (await makeAccount({ url: `http://127.0.0.1:${ports.replicas[0]}` })).client.token!;
  }, 300_000);

  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['HAProxy', startHaproxy],
    ['nginx', startBehindNginx],
    ['a TCP balancer', startTcpBalancer],
  ])(
    'behind %s',
    async (_name, startBalancer) => {
      const balancer = await startBalancer();
      const load = underLoad(new Client(`http://127.0.0.1:${ports.customers}`, token), CALLS, CALLERS);
      const enough = load.answered(REQUESTS);
      let isEnough = false;
      void enough.then(() => (isEnough = true));
      do {
        for (const [index, port] of ports.replicas.entries()) {
          await replicas[index]!.stop();
          replicas[index] = await start(index);
          await balancer.untilUp(port);
        }
      } while (!isEnough);
      const answers = await load.stop();
      await balancer.program.stop();
      expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
      expect(answers.length).toBeGreaterThanOrEqual(REQUESTS);
    },
    7_200_000,
  );

  function start(index: number): Promise<Program> {
    return startReplica(ports.replicas[index]!, database.url, join(folder, 'data'));
  }

  async function startHaproxy() {
    const own = join(folder, 'haproxy');
    mkdirSync(own);
    const program = await startProxy(ports, own);
    return { program, untilUp: (port: number) => untilSeen('UP', port, own) };
  }

  async function startBehindNginx() {
    const own = join(folder, 'nginx');
    mkdirSync(own);
    // It asks a replica again with the next request.
    return { program: await startNginx(ports, own), untilUp: () => Promise.resolve() };
  }

  /** Passes connections on, and asks for readiness as the health checks of clouds do. Callers keep their connections. */
  async function startTcpBalancer() {
    const own = join(folder, 'tcp');
    mkdirSync(own);
    const servers = ports.replicas.map((port) => `  server ${port} 127.0.0.1:${port}`);
    const configuration = `global
  stats socket ${own}/admin.sock
defaults
  mode tcp
  timeout connect 2s
  timeout client 350s
  timeout server 350s
listen api
  bind 127.0.0.1:${ports.customers}
  balance leastconn
  option httpchk GET /health/ready
  default-server check inter 500ms fall 2 rise 1
${servers.join('\n')}
`;
    writeFileSync(join(own, 'tcp.cfg'), configuration);
    const program = new Program(spawn('haproxy', ['-f', join(own, 'tcp.cfg')], { stdio: 'ignore' }));
    await untilReady(`http://127.0.0.1:${ports.customers}`);
    return { program, untilUp: (port: number) => untilSeen('UP', port, own) };
  }
});
