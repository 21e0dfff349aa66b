import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePorts } from '../support/free-port.js';

const BUILDERS = ['account', 'container', 'object'] as const;

/**
 * A real S3 server: OpenStack Swift with s3api, from Debian's packages swift-proxy, swift-account, swift-container,
 * swift-object and memcached, all on loopback and in a folder of its own.
 */
export class Swift {
  static readonly credentials = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };

  private constructor(
    readonly endpoint: string,
    private readonly folder: string,
    private readonly processes: ChildProcess[],
  ) {}

  static async start(): Promise<Swift> {
    const folder = await mkdtemp(join(tmpdir(), 'swift-'));
    const [proxy, memcached, account, container, object] = (await freePorts(5)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    await mkdir(join(folder, 'srv', 'd1'), { recursive: true });
    const ports = { account, container, object };
    await writeFile(join(folder, 'swift.conf'), SWIFT);
    for (const kind of BUILDERS) {
      await writeFile(join(folder, `${kind}.conf`), storageServer(kind, ports[kind], folder));
      buildRing(kind, ports[kind], folder);
    }
    await writeFile(join(folder, 'proxy.conf'), proxyServer(proxy, memcached, folder));
    const processes = [
      spawn('memcached', ['-l', '127.0.0.1', '-p', `${memcached}`, '-u', userInfo().username], {
        stdio: 'ignore',
      }),
      ...[...BUILDERS, 'proxy'].map((kind) =>
        spawn(`swift-${kind}-server`, [join(folder, `${kind}.conf`)], { stdio: 'ignore' }),
      ),
    ];
    const swift = new Swift(`http://127.0.0.1:${proxy}`, folder, processes);
    await Promise.all([memcached, account, container, object].map(untilListening));
    await swift.answers();
    return swift;
  }

  async stop(): Promise<void> {
    for (const child of this.processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    await rm(this.folder, { recursive: true, force: true });
  }

  private async answers(): Promise<void> {
    for (let attempt = 0; attempt < 300; attempt++) {
      const up = await fetch(`${this.endpoint}/healthcheck`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (up) return;
      await delay(100);
    }
    throw new Error('swift did not start');
  }
}

const SWIFT = `[swift-hash]
swift_hash_path_suffix = images
swift_hash_path_prefix = test
[storage-policy:0]
name = default
default = yes
`;

function storageServer(kind: string, port: number, folder: string): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
devices = ${folder}/srv
mount_check = false
workers = 0
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;
}

function proxyServer(port: number, memcached: number, folder: string): string {
  const filters = [
    'catch_errors',
    'healthcheck',
    'cache',
    'listing_formats',
    's3api',
    'tempauth',
    'copy',
    'dlo',
    'slo',
  ];
  const plain = filters.filter((name) => !['cache', 's3api', 'tempauth'].includes(name));
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
user = ${userInfo().username}
swift_dir = ${folder}
workers = 0
[pipeline:main]
pipeline = ${filters.join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
storage_url_scheme = http
[filter:s3api]
use = egg:swift#s3api
allow_no_owner = false
location = us-east-1
s3_acl = false
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memcached}
${plain.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('')}`;
}

function buildRing(kind: string, port: number, folder: string): void {
  const builder = join(folder, `${kind}.builder`);
  const run = (...args: string[]) =>
    execFileSync('swift-ring-builder', [builder, ...args], { stdio: 'ignore' });
  run('create', '4', '1', '1');
  run('add', `r1z1-127.0.0.1:${port}/d1`, '1');
  run('rebalance');
}

/** The proxy answers before the servers behind it do. */
async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const socket = connect(port, '127.0.0.1');
    const listens = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (listens) return;
    await delay(100);
  }
  throw new Error('swift did not start');
}
