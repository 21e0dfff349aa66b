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
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { readSettings } from '../../src/shared/config/settings.js';
import { readSignerSettings } from '../../src/signer/signer-settings.js';
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
  read_only?: boolean;
  cap_drop?: string[];
  secrets?: (string | object)[];
}

const text = readFileSync(join(packageRoot, 'docker-compose.yml'), 'utf8');
const dockerfile = readFileSync(join(packageRoot, 'Dockerfile'), 'utf8');
const composition = load(text, { schema: CORE_SCHEMA.withTags(mergeTag) }) as {
  services: Record<string, Service>;
  volumes: Record<string, null>;
  secrets: Record<string, { file: string }>;
};
const services = Object.entries(composition.services);

/** What HAProxy holds for a connection with TLS beside its two buffers, and some room. */
const TLS_BYTES = 48 * 1024;

function megabytesOf(name: string): number {
  return Number(/^(\d+)m$/.exec(composition.services[name]!.mem_limit!)?.[1]);
}

/** What deploy/up builds. */
const OWN_IMAGE = composition.services.api!.image;

/** A checkout after deploy/up. */
const installed = mkdtempSync(join(tmpdir(), 'up-'));
beforeAll(() => runUp(installed));
afterAll(() => rmSync(installed, { recursive: true }));

describe('docker-compose.yml', () => {
  it('[D-180] [D-246] has the service in two replicas, its proxy, database, nameservers and store', () => {
    const names = ['admin', 'api', 'postgres', 'powerdns', 'proxy', 's3', 'secondary-1', 'secondary-2', 'signer'];
    expect(Object.keys(composition.services).sort()).toEqual(names);
    expect(composition.services.api!.deploy).toMatchObject({ replicas: 2 });
  });

  it.each(services)(
    '%s runs a given version, and what it mounts is here',
    (_name, { image, build, volumes = [] }) => {
      expect(image ?? existsSync(join(packageRoot, build!.context, 'Dockerfile'))).toBeTruthy();
      if (image && image !== OWN_IMAGE) expect(image).not.toMatch(/:latest$|^[^:]+$/);
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

  it('[D-229] the proxy takes no more connections than its memory limit holds', () => {
    const configuration = readFileSync(join(packageRoot, 'deploy/haproxy/haproxy.cfg'), 'utf8');
    const [maxconn, bufsize] = ['maxconn', 'tune.bufsize'].map((name) =>
      Number(new RegExp(`^global$[^]*?^ +${name} (\\d+)$`, 'm').exec(configuration)?.[1]),
    );
    expect(maxconn! * (2 * bufsize! + TLS_BYTES)).toBeLessThan(megabytesOf('proxy') * 1024 ** 2);
  });

  it.each(services)('[D-229] %s has a restart policy, a memory limit, a bounded log and few rights', (_name, service) => {
    expect(service).toMatchObject({
      restart: 'unless-stopped',
      read_only: true,
      cap_drop: ['ALL'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      logging: { options: { 'max-size': '20m', 'max-file': '5' } },
    });
    if (service.image && service.image !== OWN_IMAGE) expect(service.image).toMatch(/:\d+\.\d+/);
  });

  it('gives the replicas a key of the store that reaches their bucket alone', () => {
    const { identities } = JSON.parse(secret('s3_keys')) as { identities: Identity[] };
    const service = identities.find(({ name }) => name === 'cloud-account')!;
    expect(service.actions).toEqual(['Read:images', 'Write:images', 'List:images']);
    expect(secret('s3_credentials')).toBe(
      `[default]\naws_access_key_id = cloud-account\naws_secret_access_key = ${service.credentials[0]!.secretKey}\n`,
    );
    expect(secret('s3_administrator_key')).not.toBe(service.credentials[0]!.secretKey);
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
    const { api, powerdns, signer, ...others } = composition.services;
    const secondaries = [others['secondary-1']!, others['secondary-2']!];
    const addressOf = ({ networks }: Service) => networks!.default.ipv4_address;
    const settings = readSettings(environmentOf(api!));
    expect(settings.secondaries).toEqual(secondaries.map((one) => ({ address: addressOf(one), port: 53 })));
    for (const secondary of secondaries) {
      expect(environmentOf(secondary)).toEqual({
        PRIMARY: `${addressOf(powerdns!)}@53`,
        SIGNER: `${addressOf(signer!)}@${readSignerSettings(environmentOf(signer!)).listen.port}`,
        CATALOG_ZONE: settings.catalogZone,
        TSIG_KEY_FILE: environmentOf(api!).TSIG_KEY_FILE,
      });
    }
    expect(new Set(secondaries.map(({ volumes }) => volumes![0])).size).toBe(2);
  });

  it('[D-291] gives the replicas settings that they accept, and trust in the proxy alone', () => {
    const { api, proxy } = composition.services;
    const settings = readSettings(environmentOf(api!));
    expect(settings.imageStore).toBe('s3://images');
    expect(settings).toMatchObject({ rateLimitRequests: 800, registryCheck: true });
    expect(settings).toMatchObject({ metricsPort: 9464, metricsHost: '0.0.0.0' });
    expect(settings.trustedProxies).toEqual([proxy!.networks!.default.ipv4_address]);
  });

  it('holds no secret: deploy/up makes each one once, in a folder for its owner alone', () => {
    for (const { file } of Object.values(composition.secrets))
      expect([file, existsSync(join(installed, file))]).toEqual([file, true]);
    const once = secrets(installed);
    for (const value of Object.values(once)) expect(value.trim().length).toBeGreaterThanOrEqual(44);
    expect(Buffer.from(once.encryption_key!, 'base64')).toHaveLength(32);
    expect(statSync(join(installed, '.secrets')).mode & 0o777).toBe(0o700);
    runUp(installed);
    expect(secrets(installed)).toEqual(once);
  });

  it('[D-223] gives the role that changes tables to the admin commands alone', () => {
    const { api, admin, ...others } = composition.services;
    const settings = readSettings(environmentOf(admin!));
    expect(readSettings(environmentOf(api!))).toEqual({ ...settings, databaseMigrationUrl: undefined });
    const [service, owner] = [new URL(settings.databaseUrl!), new URL(settings.databaseMigrationUrl!)];
    expect([service.username, service.password]).toEqual(['cloud_account', secret('database_password')]);
    expect([owner.username, owner.password]).toEqual(['cloud_account_owner', secret('owner_password')]);
    expect(service.host + service.pathname).toBe(owner.host + owner.pathname);
    expect(admin!.secrets).toEqual(expect.arrayContaining(api!.secrets!));
    const readable = [api!, ...Object.values(others)].flatMap(({ secrets = [] }) => secrets);
    expect(readable).not.toContain('database_migration_url');
  });

  it('has a documented command for each program whose files of deploy/ it mounts, because Compose does not see their change', () => {
    const page = readFileSync(join(packageRoot, 'docs/operations.md'), 'utf8');
    // deploy/up itself runs the file of PostgreSQL.
    const mounting = services.filter(
      ([name, { volumes = [] }]) => name !== 'postgres' && volumes.some((volume) => volume.startsWith('./deploy/')),
    );
    expect(mounting.map(([name]) => name)).toEqual(['proxy', 'powerdns', 's3']);
    for (const [name] of mounting) {
      expect(page).toMatch(new RegExp(`docker compose (?:restart|kill --signal HUP) ${name}\``));
    }
  });

  it('moves the secrets that earlier releases kept in .env', () => {
    const folder = mkdtempSync(join(tmpdir(), 'up-'));
    const key = Buffer.alloc(32, 7).toString('base64');
    writeFileSync(join(folder, '.env'), `HTTP_PORT=80\nENCRYPTION_KEY=${key}\nDATABASE_PASSWORD=old\n`);
    runUp(folder);
    const { encryption_key, database_url } = secrets(folder);
    expect(encryption_key).toBe(`${key}\n`);
    expect(database_url).toBe('postgres://cloud_account:old@postgres:5432/cloud_account\n');
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('HTTP_PORT=80\n');
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
      'compose exec -T postgres sh -c OWNER_PASSWORD=$(cat) exec /docker-entrypoint-initdb.d/roles.sh',
      'compose run --rm -T admin migrate',
      'compose up --detach --no-recreate --wait --scale api=3 api',
      'stop -t 30 old-1',
      'rm old-1',
      'compose up --detach --no-recreate --wait --scale api=3 api',
      'stop -t 30 old-2',
      'rm old-2',
      'compose up --detach --wait',
    ]);
    expect(readFileSync(join(folder, 'replicas'), 'utf8')).toBe('new-1\nnew-2\n');
  });

  it('removes a successor that does not become healthy, and leaves the others running', () => {
    writeFileSync(join(folder, 'replicas'), 'old-1\nold-2\n');
    writeFileSync(join(folder, 'unhealthy'), '');
    expect(() => runUp(folder)).toThrow('the new replica did not become healthy');
    expect(dockerCalls(folder).slice(-2)).toEqual(['logs --tail 20 new-1', 'rm --force new-1']);
    expect(readFileSync(join(folder, 'replicas'), 'utf8')).toBe('old-1\nold-2\n');
  });
});

interface Identity {
  name: string;
  actions: string[];
  credentials: { secretKey: string }[];
}

/** The variables of a container, with the files of `deploy/up` for its secrets. */
function environmentOf(service: Service): Record<string, string> {
  const fill = (value: string) =>
    value
      .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
      .replace('/run/secrets/', join(installed, '.secrets/'));
  return Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, fill(value)]));
}

const secret = (name: string) => secrets(installed)[name]!;

function secrets(folder: string): Record<string, string> {
  const files = readdirSync(join(folder, '.secrets'));
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, '.secrets', file), 'utf8')]));
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

/** Runs deploy/up with a docker of the test's. */
function runUp(folder: string): void {
  mkdirSync(join(folder, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'bin/docker'), DOCKER);
  chmodSync(join(folder, 'bin/docker'), 0o755);
  cpSync(join(packageRoot, 'deploy'), join(folder, 'deploy'), { recursive: true });
  const env = { PATH: `${folder}/bin:${process.env.PATH}`, STATE: folder, SEEN_SECONDS: '0' };
  execFileSync(join(folder, 'deploy/up'), { env, stdio: 'pipe' });
}
