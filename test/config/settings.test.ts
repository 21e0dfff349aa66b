import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readSettings } from '../../src/shared/config/settings.js';
import { SettingsError } from '../../src/shared/config/settings-reader.js';

const KEY = Buffer.alloc(32, 1).toString('base64');
const DATABASE = 'postgres://user:secret@localhost/name';

/** The lines of the refusal, or none. */
function problems(env: Record<string, string>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message.split('\n');
  }
}

const about = (name: string) => [expect.stringMatching(`^${name} `)];

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

  it.each([
    ['PORT', ['8080', '65535'], ['0', '65536', '-1', '80.5', 'http', '0x50']],
    [
      'PUBLIC_URL',
      ['https://a.example.com', 'http://localhost:1/'],
      [
        'a.example.com',
        'ftp://example.com',
        '/v4',
        'https://example.com/cloud',
        'https://example.com/?a',
        'https://user@example.com',
      ],
    ],
    [
      'PLATFORM_TOKEN',
      ['x'.repeat(32), `${'x'.repeat(32)},${'y'.repeat(32)}`],
      ['x'.repeat(31), 'short', `${'x'.repeat(32)},`, Array(3).fill('x'.repeat(32)).join()],
    ],
    ['PUBLIC_IMAGE_PREFIX', ['public', 'our-images'], ['private', 'Our', 'a/b', '-a', 'a b']],
    ['IMAGE_STORE', ['file:/var/images', 's3://bucket'], ['/var/images', 's3://', 'https://bucket', 'file:']],
    ['SMS_WEBHOOK_URL', ['https://sms.example.com/send'], ['sms.example.com', 'mailto:a@example.com']],
    [
      'ENCRYPTION_KEY',
      [KEY, `spring:${KEY}`, `2:${KEY}, ${KEY}`],
      [
        'short',
        KEY.slice(4),
        `${KEY}${KEY}`,
        'ü'.repeat(32),
        `:${KEY}`,
        `${KEY},`,
        `1:${KEY},${KEY}`,
        `a b:${KEY}`,
      ],
    ],
    ['TRUSTED_PROXIES', ['10.0.0.0/8,::1', '192.0.2.1'], ['10.0.0.0/33', 'proxy', '300.0.0.1']],
    [
      'NAMESERVERS',
      ['ns1.example.com', 'NS1.example.com., ns2.example.com'],
      ['ns1', '-a.example.com', '192.0.2.1'],
    ],
    ['AXFR_ALLOWED_NETWORKS', ['127.0.0.0/8'], ['127.0.0.0/8/8', 'localhost']],
    ['AXFR_SOURCE_IPS', ['192.0.2.1, 2001:db8::1'], ['192.0.2.0/24', 'ns1.example.com']],
    ['NOTIFY_SOURCE_IPS', ['192.0.2.1, 2001:db8::1'], ['192.0.2.0/24', 'ns1.example.com']],
    ['RESERVED_IPV4_RANGES', ['10.255.0.0/16'], ['10.0.0.0/40', 'ten']],
    ['RATE_LIMIT_REQUESTS', ['0', '800'], ['-1', 'off', '1.5']],
    ['RATE_LIMIT_WINDOW_SECONDS', ['1'], ['0', '-120']],
    ['SIGNIN_RATE_LIMIT', ['0', '300'], ['-1', 'off']],
    ['DATABASE_POOL', ['2'], ['0', 'many']],
    ['REGISTRY_CHECK', ['on', 'off'], ['yes', 'ON', 'true']],
    ['DATABASE_POOLER', ['none', 'transaction'], ['session', 'yes', 'Transaction']],
    ...['DATABASE_READ_URL', 'DATABASE_MIGRATION_URL'].map((name): [string, string[], string[]] => [
      name,
      ['postgres://standby/x', 'postgresql://standby:5001/x'],
      ['standby', 'http://standby'],
    ]),
    ['DATABASE_START_TIMEOUT_SECONDS', ['0', '60'], ['-1', 'off']],
    ['WORKERS', ['4'], ['0', 'auto']],
    ['MAX_LISTS', ['4/16', '1/1'], ['4', '0/16', '4/0', '4/16/1', '-1/2', 'a/b']],
  ])('[D-177] %s', (name, good, bad) => {
    for (const value of good) expect([value, problems({ [name]: value })]).toEqual([value, []]);
    for (const value of bad) expect([value, problems({ [name]: value })]).toEqual([value, about(name)]);
  });

  it.each([
    'MAX_VPCS_PER_ACCOUNT',
    'MAX_SUBNETS_PER_VPC',
    'MAX_PRIVATE_IMAGES',
    'MAX_DOMAINS_PER_ACCOUNT',
    'MAX_USERS_PER_ACCOUNT',
    'MAX_OAUTH_CLIENTS_PER_ACCOUNT',
    'MAX_TOKENS_PER_USER',
    'MAX_SSH_KEYS_PER_USER',
    'IMAGE_MAX_SIZE_MB',
    'UPLOAD_WINDOW_SECONDS',
    'PHONE_CODE_SECONDS',
    'TFA_SECRET_SECONDS',
    'LOGIN_HISTORY_DAYS',
    'TRUSTED_DEVICE_DAYS',
    'EVENT_DAYS',
    'AUTOMATIC_IMAGE_DAYS',
    'JOB_INTERVAL_SECONDS',
    'DATABASE_CONNECT_TIMEOUT_SECONDS',
    'DATABASE_WAIT_TIMEOUT_SECONDS',
    'DATABASE_STATEMENT_TIMEOUT_SECONDS',
    'DATABASE_LOCK_TIMEOUT_SECONDS',
    'DATABASE_IDLE_TIMEOUT_SECONDS',
    'MIGRATION_TIMEOUT_SECONDS',
  ])('[D-177] %s is a positive integer', (name) => {
    expect(problems({ [name]: '1' })).toEqual([]);
    for (const value of ['0', '-1', '1.5', 'ten', '99999999999']) {
      expect([value, problems({ [name]: value })]).toEqual([value, about(name)]);
    }
  });

  it('[D-49] DATABASE_URL is one of PostgreSQL, and needs ENCRYPTION_KEY', () => {
    expect(problems({ DATABASE_URL: DATABASE, ENCRYPTION_KEY: KEY })).toEqual([]);
    expect(problems({ DATABASE_URL: DATABASE })).toEqual(about('ENCRYPTION_KEY'));
    expect(problems({ DATABASE_URL: 'mysql://localhost/x', ENCRYPTION_KEY: KEY })).toEqual(
      about('DATABASE_URL'),
    );
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

    it.each([
      ['SECONDARIES', ['ns1.example.net', '192.0.2.1:70000', '192.0.2.0/24', '192.0.2.1:']],
      ['TSIG_KEY', ['secret', `md5:name:${secret}`, `hmac-sha256::${secret}`, 'hmac-sha256:name:c2hvcnQ=']],
      ['CATALOG_ZONE', ['catalog', 'catalog_.invalid']],
    ])('%s has no wrong value', (name, bad) => {
      for (const value of bad)
        expect([value, problems({ ...all, [name]: value })]).toEqual([value, about(name)]);
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
