import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DEFAULT_REGIONS, isRegion, type Region } from './regions.js';
import { SettingsReader } from './settings-reader.js';

/**
 * Everything that a deployment may change, read and checked once at start.
 * The README describes each variable and its default.
 */
export type Settings = Readonly<ReturnType<typeof read>>;

/** The injection token of `Settings`. */
export const SETTINGS = Symbol('Settings');

/** @throws SettingsError naming every variable that is wrong, all at once. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const from = new SettingsReader(env);
  const settings = read(from);
  from.throwIfWrong();
  return Object.freeze(settings);
}

function read(from: SettingsReader) {
  return {
    ...readProcess(from),
    ...readDatabase(from),
    ...readNetwork(from),
    ...readLimits(from),
    ...readTimes(from),
  };
}

function readProcess(from: SettingsReader) {
  const port = from.integer('PORT', 3000, { min: 1, max: 65535 });
  const databaseUrl = from.url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const dataDir = resolve(from.text('DATA_DIR') ?? '.data');
  if (databaseUrl && !from.text('ENCRYPTION_KEY')) {
    from.wrong('ENCRYPTION_KEY', 'is required with DATABASE_URL: 32 bytes, base64');
  }
  return {
    port,
    host: from.text('HOST') ?? '0.0.0.0',
    publicUrl: from.origin('PUBLIC_URL') ?? `http://localhost:${port}`,
    databaseUrl,
    dataDir,
    encryptionKeys: from.encryptionKeys('ENCRYPTION_KEY'),
    platformTokens: from.secrets('PLATFORM_TOKEN', 32, 2),
    publicImagePrefix: from.matching('PUBLIC_IMAGE_PREFIX', /^(?!private$)[a-z0-9][a-z0-9._-]*$/, 'public'),
    serviceName: from.text('SERVICE_NAME') ?? 'Cloud Account Service',
    imageStore: from.matching(
      'IMAGE_STORE',
      /^(file:.+|s3:\/\/[a-z0-9][a-z0-9.-]+)$/,
      `file:${join(dataDir, 'images')}`,
    ),
    diskDir: from.text('DISK_DIR'),
    smsWebhookUrl: from.url('SMS_WEBHOOK_URL', ['http:', 'https:']),
    regions: readRegions(from),
    workers: from.integer('WORKERS', 1, { min: 1, max: 256 }),
    metricsPort: from.integer('METRICS_PORT', 0, { min: 0, max: 65535 }),
    metricsHost: from.text('METRICS_HOST') ?? '127.0.0.1',
    logLevel: from.matching('LOG_LEVEL', /^(fatal|error|warn|info|debug|trace|silent)$/, 'info'),
  };
}

function readDatabase(from: SettingsReader) {
  return {
    databaseReadUrl: from.url('DATABASE_READ_URL', ['postgres:', 'postgresql:']),
    databaseMigrationUrl: from.url('DATABASE_MIGRATION_URL', ['postgres:', 'postgresql:']),
    databaseStartTimeoutSeconds: from.integer('DATABASE_START_TIMEOUT_SECONDS', 60, { min: 0 }),
    migrationTimeoutSeconds: from.integer('MIGRATION_TIMEOUT_SECONDS', 600),
    databasePooler: from.matching('DATABASE_POOLER', /^(none|transaction)$/, 'none') as
      'none' | 'transaction',
    databasePool: from.integer('DATABASE_POOL', 10, { min: 1, max: 1000 }),
    databaseConnectTimeoutSeconds: from.integer('DATABASE_CONNECT_TIMEOUT_SECONDS', 3),
    databaseWaitTimeoutSeconds: from.integer('DATABASE_WAIT_TIMEOUT_SECONDS', 5),
    databaseStatementTimeoutSeconds: from.integer('DATABASE_STATEMENT_TIMEOUT_SECONDS', 5),
    databaseLockTimeoutSeconds: from.integer('DATABASE_LOCK_TIMEOUT_SECONDS', 4),
    databaseIdleTimeoutSeconds: from.integer('DATABASE_IDLE_TIMEOUT_SECONDS', 3),
  };
}

function readNetwork(from: SettingsReader) {
  return {
    trustedProxies: from.networks('TRUSTED_PROXIES'),
    nameservers: from.hostNames('NAMESERVERS', 'ns1.example.net,ns2.example.net'),
    ...readSecondaries(from),
    reservedDomains: from.hostNames('RESERVED_DOMAINS', ''),
    axfrAllowedNetworks: from.networks('AXFR_ALLOWED_NETWORKS'),
    axfrSourceIps: from.addresses('AXFR_SOURCE_IPS'),
    notifySourceIps: from.addresses('NOTIFY_SOURCE_IPS'),
    resolvers: from.servers('RESOLVERS'),
    registryCheck: from.matching('REGISTRY_CHECK', /^(on|off)$/, 'off') === 'on',
    reservedIpv4Ranges: from.ipv4Ranges('RESERVED_IPV4_RANGES'),
  };
}

/** The platform's own secondaries (D-246): all of these settings, or none. */
function readSecondaries(from: SettingsReader) {
  const [catalogZone] = from.hostNames('CATALOG_ZONE', '');
  const secondaries = from.servers('SECONDARIES');
  const tsigKey = from.tsigKey('TSIG_KEY');
  const given = { CATALOG_ZONE: catalogZone, SECONDARIES: secondaries[0], TSIG_KEY: tsigKey };
  const missing = Object.entries(given).filter(([, value]) => value === undefined);
  if (missing.length < 3) {
    for (const [name] of missing)
      if (!from.text(name)) from.wrong(name, 'is required with CATALOG_ZONE, SECONDARIES or TSIG_KEY');
  }
  return { catalogZone, secondaries, tsigKey };
}

function readLimits(from: SettingsReader) {
  return {
    maxVpcsPerAccount: from.integer('MAX_VPCS_PER_ACCOUNT', 1000),
    maxSubnetsPerVpc: from.integer('MAX_SUBNETS_PER_VPC', 1000),
    maxPrivateImages: from.integer('MAX_PRIVATE_IMAGES', 1000),
    maxDomainsPerAccount: from.integer('MAX_DOMAINS_PER_ACCOUNT', 10_000),
    maxUsersPerAccount: from.integer('MAX_USERS_PER_ACCOUNT', 1000),
    maxOAuthClientsPerAccount: from.integer('MAX_OAUTH_CLIENTS_PER_ACCOUNT', 100),
    maxTokensPerUser: from.integer('MAX_TOKENS_PER_USER', 1000),
    maxSshKeysPerUser: from.integer('MAX_SSH_KEYS_PER_USER', 1000),
    imageMaxSizeMb: from.integer('IMAGE_MAX_SIZE_MB', 102_400),
    maxLists: from.turns('MAX_LISTS', { account: 4, process: 16 }),
    maxImports: from.turns('MAX_IMPORTS', { account: 2, process: 8 }),
    maxUploads: from.turns('MAX_UPLOADS', { account: 8, process: 32 }),
    maxPasswordHashes: from.turns('MAX_PASSWORD_HASHES', { account: 2, process: 4 }),
    maxZoneRenders: from.turns('MAX_ZONE_RENDERS', { account: 2, process: 8 }),
    maxClaimChecks: from.turns('MAX_CLAIM_CHECKS', { account: 2, process: 8 }),
    maxSignIns: from.turns('MAX_SIGN_INS', { account: 2, process: 2 }),
    maxCaptures: from.turns('MAX_CAPTURES', { account: 1, process: 2 }),
    rateLimitRequests: from.integer('RATE_LIMIT_REQUESTS', 0, { min: 0 }),
    rateLimitWindowSeconds: from.integer('RATE_LIMIT_WINDOW_SECONDS', 120),
    signInRateLimit: from.integer('SIGNIN_RATE_LIMIT', 300, { min: 0 }),
  };
}

function readTimes(from: SettingsReader) {
  return {
    uploadWindowSeconds: from.integer('UPLOAD_WINDOW_SECONDS', 86400),
    phoneCodeSeconds: from.integer('PHONE_CODE_SECONDS', 600),
    tfaSecretSeconds: from.integer('TFA_SECRET_SECONDS', 86400),
    loginHistoryDays: from.integer('LOGIN_HISTORY_DAYS', 90),
    trustedDeviceDays: from.integer('TRUSTED_DEVICE_DAYS', 30),
    domainHoldAfterHours: from.integer('DOMAIN_HOLD_AFTER_HOURS', 24, { min: 0, max: 87_600 }),
    domainHoldDays: from.integer('DOMAIN_HOLD_DAYS', 30, { min: 0, max: 3650 }),
    domainClaimHours: from.integer('DOMAIN_CLAIM_HOURS', 72, { max: 8760 }),
    eventDays: from.integer('EVENT_DAYS', 90),
    automaticImageDays: from.integer('AUTOMATIC_IMAGE_DAYS', 7),
    jobIntervalSeconds: from.integer('JOB_INTERVAL_SECONDS', 60),
  };
}

function readRegions(from: SettingsReader): readonly Region[] {
  const file = from.text('REGIONS_FILE');
  if (!file) return DEFAULT_REGIONS;
  try {
    const regions: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (Array.isArray(regions) && regions.length > 0 && regions.every(isRegion)) return regions;
    from.wrong('REGIONS_FILE', 'must hold a JSON array of regions as GET /v4/regions shows them');
  } catch (error) {
    from.wrong('REGIONS_FILE', `can't be read: ${(error as Error).message}`);
  }
  return DEFAULT_REGIONS;
}
