import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readSettings } from '../../src/shared/config/settings.js';
import { about, problems } from './problems.js';
import { DATABASE, KEY } from './text-settings.js';

describe('settings', () => {
  it('[D-177] without any, are those of the table', () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      databaseReadUrl: undefined,
      databasePooler: 'none',
      databasePool: 10,
      databaseConnectTimeoutSeconds: 3,
      databaseWaitTimeoutSeconds: 5,
      databaseStatementTimeoutSeconds: 5,
      databaseLockTimeoutSeconds: 4,
      databaseIdleTimeoutSeconds: 3,
      dataDir: resolve('.data'),
      encryptionKeys: undefined,
      platformTokens: [],
      publicImagePrefix: 'public',
      serviceName: 'Cloud Account Service',
      imageStore: `file:${resolve('.data', 'images')}`,
      diskDir: undefined,
      smsWebhookUrl: undefined,
      workers: 1,
      metricsPort: 0,
      metricsHost: '127.0.0.1',
      trustedProxies: [],
      nameservers: ['ns1.example.net', 'ns2.example.net'],
      catalogZone: undefined,
      secondaries: [],
      tsigKey: undefined,
      axfrAllowedNetworks: [],
      axfrSourceIps: [],
      notifySourceIps: [],
      resolvers: [],
      registryCheck: false,
      reservedIpv4Ranges: [],
      maxVpcsPerAccount: 1000,
      maxSubnetsPerVpc: 1000,
      maxPrivateImages: 1000,
      maxDomainsPerAccount: 10_000,
      maxUsersPerAccount: 1000,
      maxOAuthClientsPerAccount: 100,
      maxTokensPerUser: 1000,
      maxSshKeysPerUser: 1000,
      imageMaxSizeMb: 102_400,
      maxLists: { account: 4, process: 16 },
      maxImports: { account: 2, process: 8 },
      maxUploads: { account: 8, process: 32 },
      maxPasswordHashes: { account: 2, process: 4 },
      maxZoneRenders: { account: 2, process: 8 },
      maxClaimChecks: { account: 2, process: 8 },
      maxSignIns: { account: 2, process: 2 },
      maxCaptures: { account: 1, process: 2 },
      rateLimitRequests: 0,
      rateLimitWindowSeconds: 120,
      signInRateLimit: 300,
      uploadWindowSeconds: 86400,
      phoneCodeSeconds: 600,
      tfaSecretSeconds: 86400,
      loginHistoryDays: 90,
      trustedDeviceDays: 30,
      zoneVersionDays: 90,
      eventDays: 90,
      automaticImageDays: 7,
      jobIntervalSeconds: 60,
    });
    expect(readSettings({}).regions).toHaveLength(31);
  });

  it('[D-146] PUBLIC_URL is shown as scheme, host and port', () => {
    expect(readSettings({ PUBLIC_URL: 'https://Cloud.Example.com/' }).publicUrl).toBe(
      'https://cloud.example.com',
    );
    expect(problems({ PUBLIC_URL: 'https://cloud.example.com:8443/api/' })).toEqual(about('PUBLIC_URL'));
  });

  it('[D-177] an empty variable counts as unset', () => {
    expect(readSettings({ PORT: '', PLATFORM_TOKEN: ' ', PUBLIC_URL: '' })).toEqual(readSettings({}));
  });

  it('[D-49] DATABASE_URL is one of PostgreSQL, and needs ENCRYPTION_KEY', () => {
    expect(problems({ DATABASE_URL: DATABASE, ENCRYPTION_KEY: KEY })).toEqual([]);
    expect(problems({ DATABASE_URL: DATABASE })).toEqual(about('ENCRYPTION_KEY'));
    expect(problems({ DATABASE_URL: 'mysql://localhost/x', ENCRYPTION_KEY: KEY })).toEqual(
      about('DATABASE_URL'),
    );
  });

  it.each(['DATABASE_READ_URL', 'DATABASE_MIGRATION_URL'])('%s needs DATABASE_URL', (name) => {
    const env = { ENCRYPTION_KEY: KEY, [name]: DATABASE };
    expect(problems({ ...env, DATABASE_URL: DATABASE })).toEqual([]);
    expect(problems(env)).toEqual(about('DATABASE_URL'));
  });

  describe('[D-246] the settings about secondaries', () => {
    const secret = Buffer.alloc(32, 1).toString('base64');
    const TSIG_KEY = `hmac-sha256:Secondaries.example:${secret}`;
    const all = { CATALOG_ZONE: 'catalog.invalid', SECONDARIES: '192.0.2.1', TSIG_KEY };

    it('name a catalog zone, addresses with ports, and a key', () => {
      const SECONDARIES = '192.0.2.1, 192.0.2.2:5353 2001:db8::1 [2001:db8::2]:5353';
      expect(readSettings({ ...all, SECONDARIES })).toMatchObject({
        catalogZone: 'catalog.invalid',
        secondaries: [
          { address: '192.0.2.1', port: 53 },
          { address: '192.0.2.2', port: 5353 },
          { address: '2001:db8::1', port: 53 },
          { address: '2001:db8::2', port: 5353 },
        ],
        tsigKey: { algorithm: 'hmac-sha256', name: 'secondaries.example', secret },
      });
    });

    it('name the algorithm of the key in any case', () => {
      const { tsigKey } = readSettings({ ...all, TSIG_KEY: TSIG_KEY.replace('hmac-sha256', 'HMAC-SHA256') });
      expect(tsigKey).toEqual({ algorithm: 'hmac-sha256', name: 'secondaries.example', secret });
    });

    it('are there together, or not at all', () => {
      expect(problems(all)).toEqual([]);
      for (const name of Object.keys(all)) expect(problems({ ...all, [name]: '' })).toEqual(about(name));
    });
  });

  it('[D-177] all wrong ones are named together, and no secret is', () => {
    const found = problems({
      PORT: 'http',
      DATABASE_URL: 'mysql://user:secret-of-the-database@localhost/x',
      PLATFORM_TOKEN: 'too-short-a-secret',
      NAMESERVERS: 'ns1',
      WORKERS: '0',
    });
    expect(found.map((line) => line.split(' ')[0]).sort()).toEqual([
      'DATABASE_URL',
      'ENCRYPTION_KEY',
      'NAMESERVERS',
      'PLATFORM_TOKEN',
      'PORT',
      'WORKERS',
    ]);
    expect(found.join()).not.toMatch(/secret-of-the-database|too-short-a-secret/);
  });
});

describe('REGIONS_FILE', () => {
  const folder = mkdtempSync(join(tmpdir(), 'regions-'));
  const file = join(folder, 'regions.json');
  afterAll(() => rmSync(folder, { recursive: true }));
  const region = {
    id: 'moon-1',
    label: 'Moon',
    country: 'mo',
    capabilities: ['Images'],
    status: 'ok',
    resolvers: { ipv4: '', ipv6: '' },
  };

  it('[D-162] replaces the table', () => {
    writeFileSync(file, JSON.stringify([region]));
    expect(readSettings({ REGIONS_FILE: file }).regions).toEqual([region]);
  });

  it.each(['', '{}', '[]', '[{}]', '[{"id": "moon-1"}]', 'null', '{'])(
    '[D-162] holding %j is refused',
    (text) => {
      writeFileSync(file, text);
      expect(problems({ REGIONS_FILE: file })).toEqual(about('REGIONS_FILE'));
    },
  );

  it('[D-162] that is not there is refused', () => {
    expect(problems({ REGIONS_FILE: join(folder, 'none') })).toEqual(about('REGIONS_FILE'));
  });
});
