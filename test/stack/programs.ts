import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { PLATFORM_TOKEN } from '../support/app.js';
import { packageRoot } from '../../src/shared/package-root.js';

/** A program that runs until `stop`. */
export class Program {
  private readonly ended: Promise<unknown>;

  constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'exit');
  }

  /** Stops it as a process that hangs, or lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.child.kill(signal);
    await this.ended;
  }
}

/** Builds `dist`, which the container image contains. */
export function buildService(): void {
  execFileSync('npm', ['run', 'built'], { cwd: packageRoot, stdio: 'ignore' });
}

/** The program of this checkout's build. */
export const BUILT_MAIN = join(packageRoot, 'dist/main.js');

/**
 * One replica, as the image runs it, behind the proxy of `startProxy`. Logs to `replica.log`. Resolves when it is ready.
 * @param main the program of a build.
 */
export async function startReplica(
  port: number,
  databaseUrl: string,
  folder: string,
  main = BUILT_MAIN,
): Promise<Program> {
  const settings = {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
    PLATFORM_TOKEN,
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  };
  const env = { ...process.env, ...settings };
  mkdirSync(folder, { recursive: true });
  const log = openSync(join(folder, 'replica.log'), 'a');
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', log, 'inherit'] });
  closeSync(log);
  await untilReady(`http://127.0.0.1:${port}`);
  return new Program(child);
}

/** Debian's HAProxy with the files that the compose file mounts; only addresses and ports are the test's. Logs to `access.log`. */
export async function startProxy(ports: Ports, folder: string): Promise<Program> {
  const source = join(packageRoot, 'deploy/haproxy');
  const servers = ports.replicas.map((port) => `server ${port} 127.0.0.1:${port}`);
  const configuration = readFileSync(join(source, 'haproxy.cfg'), 'utf8')
    .replace(/^global$/m, `global\n    stats socket ${adminSocket(folder)}`)
    .replaceAll('/usr/local/etc/haproxy', source)
    .replace('bind :8080', `bind 127.0.0.1:${ports.customers}`)
    .replace('bind :8081', `bind 127.0.0.1:${ports.platform}`)
    .replace(/^ *server-template .*/m, servers.map((server) => `    ${server}`).join('\n'));
  writeFileSync(join(folder, 'haproxy.cfg'), configuration);
  const files = ['haproxy.cfg', ...(ports.tls ? ['tls.cfg'] : [])];
  if (ports.tls) {
    const tls = readFileSync(join(source, 'tls.cfg'), 'utf8')
      .replace(
        'bind :8443',
        `bind 127.0.0.1:${ports.tls.port}${ports.tls.behindProxy ? ' accept-proxy' : ''}`,
      )
      .replace('/etc/haproxy-certificates', ports.tls.certificates);
    writeFileSync(join(folder, 'tls.cfg'), tls);
  }
  const options = files.flatMap((file) => ['-f', join(folder, file)]);
  const out = openSync(join(folder, 'access.log'), 'a');
  const child = spawn('haproxy', options, { stdio: ['ignore', out, out] });
  closeSync(out);
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('HAProxy did not start')));
  await Promise.race([untilReady(`http://127.0.0.1:${ports.customers}`), ended]);
  ended.catch(() => undefined);
  return new Program(child);
}

/**
 * Debian's nginx with the file of `deploy/nginx`; only addresses, ports and places are the test's. Logs to
 * `error.log`.
 * @param change of the configuration, for a limit that the file does not set
 */
export async function startNginx(
  { customers, replicas }: Pick<Ports, 'customers' | 'replicas'>,
  folder: string,
  change = (configuration: string) => configuration,
): Promise<Program> {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const configuration = readFileSync(join(packageRoot, 'deploy/nginx/nginx.conf'), 'utf8')
    .replace(/replica-(\d):3000/g, (_, index: string) => `127.0.0.1:${replicas[Number(index) - 1]}`)
    .replace('listen 8080', `listen 127.0.0.1:${customers}`)
    .replace(
      'http {',
      ['http {', ...places.map((kind) => `${kind}_temp_path ${folder}/${kind};`)].join('\n'),
    );
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, `daemon off;\npid ${folder}/nginx.pid;\n${change(configuration)}`);
  const log = openSync(join(folder, 'error.log'), 'a');
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', log] });
  closeSync(log);
  await untilReady(`http://127.0.0.1:${customers}`);
  return new Program(child);
}

/**
 * Debian's PowerDNS with the file that the compose file mounts; the database and the ports are the test's.
 * @param metricsPort where Prometheus scrapes it, as with the file of `deploy/observability`
 */
export async function startNameserver(
  port: number,
  databaseUrl: string,
  folder: string,
  metricsPort?: number,
): Promise<Program> {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  mkdirSync(join(folder, 'pdns.d'));
  if (metricsPort) {
    const metrics = readFileSync(join(packageRoot, 'deploy/observability/powerdns.conf'), 'utf8')
      .replace(/^webserver-address=.*/m, 'webserver-address=127.0.0.1')
      .replace(/^webserver-port=.*/m, `webserver-port=${metricsPort}`)
      .replace(/^webserver-allow-from=.*/m, 'webserver-allow-from=127.0.0.1');
    // A minute of an alert lasts a second here. In that time the program must not end and start again because of its cycle.
    writeFileSync(join(folder, 'pdns.d/metrics.conf'), `${metrics}\nxfr-cycle-interval=3600\n`);
  }
  const configuration = readFileSync(join(packageRoot, 'deploy/powerdns/pdns.conf'), 'utf8')
    .replace(/^gpgsql-host=.*/m, `gpgsql-host=${hostname}`)
    .replace(/^gpgsql-port=.*/m, `gpgsql-port=${databasePort}`)
    .replace(/^gpgsql-dbname=.*/m, `gpgsql-dbname=${pathname.slice(1)}`)
    .replace(/^gpgsql-user=.*/m, `gpgsql-user=${username}`)
    .replace(/^include-dir=.*/m, `include-dir=${folder}/pdns.d`)
    .replace(/^local-port=.*/m, `local-port=${port}`);
  writeFileSync(join(folder, 'pdns.conf'), `${configuration}\nsocket-dir=${folder}\n`);
  const options = [`--config-dir=${folder}`, '--daemon=no', '--guardian=no', '--disable-syslog'];
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(password) };
  return new Program(spawn('pdns_server', options, { env, stdio: 'ignore' }));
}

/** Resolves when the proxy has found this replica ready, or not. */
export async function untilSeen(status: 'UP' | 'DOWN', replica: number, folder: string): Promise<void> {
  for (;;) {
    const socket = connect(adminSocket(folder)).end('show stat\n');
    const line = (await text(socket)).split('\n').find((one) => one.startsWith(`api,${replica},`));
    if (line?.split(',')[17] === status) return;
    await setTimeout(20);
  }
}

function adminSocket(folder: string): string {
  return join(folder, 'admin.sock');
}

export interface Ports {
  customers: number;
  platform: number;
  replicas: number[];
  /** A listener for https, with a folder of certificates. */
  tls?: { port: number; certificates: string; behindProxy?: boolean };
}

/** Resolves when the service at this address is ready. */
export async function untilReady(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    await setTimeout(50);
  }
}
