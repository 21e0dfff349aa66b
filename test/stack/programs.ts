import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { PLATFORM_TOKEN } from '../support/app.js';
import { packageRoot } from '../../src/shared/package-root.js';

/** A program that runs until it is told to stop. */
export class Program {
  private readonly ended: Promise<unknown>;

  constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'exit');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.child.kill(signal);
    await this.ended;
  }
}

/** What the image is made of. */
export function buildService(): void {
  execFileSync('npm', ['run', 'build'], { cwd: packageRoot, stdio: 'ignore' });
}

/** One replica, as the image runs it, behind the proxy of `startProxy`. Resolves when it is ready. */
export async function startReplica(port: number, databaseUrl: string, folder: string): Promise<Program> {
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
  const child = spawn(process.execPath, [join(packageRoot, 'dist/main.js')], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(`http://127.0.0.1:${port}`);
  return new Program(child);
}

/** Debian's nginx with the files that the compose file mounts; only addresses and ports are the test's. */
export async function startProxy(ports: Ports, folder: string): Promise<Program> {
  cpSync(join(packageRoot, 'deploy/nginx'), folder, { recursive: true });
  const service = readFileSync(join(folder, 'service.conf'), 'utf8')
    .replaceAll('/etc/nginx/conf.d', folder)
    .replace('listen 8080', `listen 127.0.0.1:${ports.customers}`)
    .replace('listen 8081', `listen 127.0.0.1:${ports.platform}`);
  writeFileSync(join(folder, 'service.conf'), service);
  const servers = ports.replicas.map((port) => `server 127.0.0.1:${port} max_fails=5 fail_timeout=2s;`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const http = [
    "log_format replica '$upstream_addr';",
    `access_log ${folder}/access.log replica;`,
    ...temporary,
    `upstream api { zone api 64k; ${servers.join(' ')} keepalive 32; }`,
  ];
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
    http { ${http.join('\n')} include ${folder}/service.conf; }`,
  );
  const child = spawn('nginx', ['-e', `${folder}/error.log`, '-c', `${folder}/nginx.conf`], {
    stdio: 'inherit',
  });
  await untilReady(`http://127.0.0.1:${ports.customers}`);
  return new Program(child);
}

/** Debian's PowerDNS with the file that the compose file mounts; the database and the port are the test's. */
export async function startNameserver(port: number, databaseUrl: string, folder: string): Promise<Program> {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  mkdirSync(join(folder, 'pdns.d'));
  const configuration = readFileSync(join(packageRoot, 'deploy/powerdns/pdns.conf'), 'utf8')
    .replace(/^gpgsql-host=.*/m, `gpgsql-host=${hostname}`)
    .replace(/^gpgsql-port=.*/m, `gpgsql-port=${databasePort}`)
    .replace(/^gpgsql-dbname=.*/m, `gpgsql-dbname=${pathname.slice(1)}`)
    .replace(/^gpgsql-user=.*/m, `gpgsql-user=${username}`)
    .replace(/^include-dir=.*/m, `include-dir=${folder}/pdns.d`);
  const own = `local-address=127.0.0.1\nlocal-port=${port}\nsocket-dir=${folder}\n`;
  writeFileSync(join(folder, 'pdns.conf'), `${configuration}\n${own}`);
  const options = [`--config-dir=${folder}`, '--daemon=no', '--guardian=no', '--disable-syslog'];
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(password) };
  return new Program(spawn('pdns_server', options, { env, stdio: 'ignore' }));
}

/** Resolves when the proxy gets answers from this replica: for a moment (fail_timeout) it avoids one that has been away. */
export async function untilServed(ports: Ports, replica: number, folder: string): Promise<void> {
  const log = join(folder, 'access.log');
  for (const before = readFileSync(log).length; ; await setTimeout(20)) {
    await fetch(`http://127.0.0.1:${ports.customers}/health/live`);
    if (readFileSync(log).subarray(before).includes(`:${replica}\n`)) return;
  }
}

export interface Ports {
  customers: number;
  platform: number;
  replicas: number[];
}

/** So many ports that nobody uses at the moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((done) => server.close(done))));
  return ports;
}

export async function untilReady(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
    if (answer?.status === 200) return;
    await setTimeout(50);
  }
}
