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

/** @throws SettingsError naming every wrong variable */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const from = new SettingsReader(env);
  const settings = read(from);
  from.throwIfWrong();
  return Object.freeze(settings);
}

/** A listener on one of these uses the port on all addresses. */
const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

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
  const listener = readListener(from);
  const databaseUrl = from.databaseUrl('DATABASE_URL');
  const dataDir = resolve(from.text('DATA_DIR') ?? '.data');
  if (databaseUrl && !from.text('ENCRYPTION_KEY')) {
    from.wrong('ENCRYPTION_KEY', 'is required with DATABASE_URL: 32 bytes, base64');
  }
  // The embedded database has neither a standby nor a role that only migrates.
  for (const name of ['DATABASE_READ_URL', 'DATABASE_MIGRATION_URL'])
    if (from.text(name) && !from.text('DATABASE_URL')) from.wrong('DATABASE_URL', `is required with ${name}`);
  return {
    ...listener,
    publicUrl: from.origin('PUBLIC_URL') ?? `http://localhost:${listener.port}`,
    databaseUrl,
    dataDir,
    encryptionKeys: from.encryptionKeys('ENCRYPTION_KEY'),
    platformTokens: from.secrets('PLATFORM_TOKEN', 2),
    publicImagePrefix: from.matching(
      'PUBLIC_IMAGE_PREFIX',
      /^(?!private$)[a-z0-9][a-z0-9._-]{0,62}$/,
      'public',
    ),
    serviceName: from.matching('SERVICE_NAME', /^\P{C}{1,100}$/u, 'Cloud Account Service'),
    imageStore: from.matching(
      'IMAGE_STORE',
      /^(file:.+|s3:\/\/[a-z0-9][a-z0-9.-]{1,62})$/,
      `file:${join(dataDir, 'images')}`,
    ),
    diskDir: from.folder('DISK_DIR'),
    smsWebhookUrl: from.url('SMS_WEBHOOK_URL', ['http:', 'https:']),
    regions: readRegions(from),
    workers: from.integer('WORKERS'),
    logLevel: from.matching('LOG_LEVEL', /^(fatal|error|warn|info|debug|trace|silent)$/, 'info'),
  };
}

function readListener(from: SettingsReader) {
  const [port, host] = [from.integer('PORT'), from.host('HOST', '0.0.0.0')];
  const metricsPort = from.integer('METRICS_PORT');
  const metricsHost = from.host('METRICS_HOST', '127.0.0.1');
  const sharesAddress = host === metricsHost || [host, metricsHost].some((one) => EVERY_ADDRESS.has(one));
  if (metricsPort === port && sharesAddress) from.wrong('METRICS_PORT', 'must differ from PORT');
  return { port, host, metricsPort, metricsHost, keepAliveSeconds: from.integer('KEEP_ALIVE_SECONDS') };
}

function readDatabase(from: SettingsReader) {
  const statementSeconds = from.integer('DATABASE_STATEMENT_TIMEOUT_SECONDS');
  const lockSeconds = from.integer('DATABASE_LOCK_TIMEOUT_SECONDS', {
    name: 'DATABASE_STATEMENT_TIMEOUT_SECONDS',
    value: statementSeconds,
  });
  return {
    databaseReadUrl: from.databaseUrl('DATABASE_READ_URL'),
    databaseMigrationUrl: from.databaseUrl('DATABASE_MIGRATION_URL'),
    databaseStartTimeoutSeconds: from.integer('DATABASE_START_TIMEOUT_SECONDS'),
    migrationTimeoutSeconds: from.integer('MIGRATION_TIMEOUT_SECONDS'),
    databasePooler: from.matching('DATABASE_POOLER', /^(none|transaction)$/, 'none') as
      'none' | 'transaction',
    databasePool: from.integer('DATABASE_POOL'),
    databaseConnectTimeoutSeconds: from.integer('DATABASE_CONNECT_TIMEOUT_SECONDS'),
    databaseWaitTimeoutSeconds: from.integer('DATABASE_WAIT_TIMEOUT_SECONDS'),
    databaseStatementTimeoutSeconds: statementSeconds,
    databaseLockTimeoutSeconds: lockSeconds,
    databaseIdleTimeoutSeconds: from.integer('DATABASE_IDLE_TIMEOUT_SECONDS', {
      name: 'DATABASE_LOCK_TIMEOUT_SECONDS',
      value: lockSeconds,
    }),
  };
}

function readNetwork(from: SettingsReader) {
  return {
    trustedProxies: from.networks('TRUSTED_PROXIES'),
    nameservers: from.hostNames('NAMESERVERS', {
      byDefault: 'ns1.example.net,ns2.example.net',
      min: 1,
      max: 13,
    }),
    ...readSecondaries(from),
    reservedDomains: from.hostNames('RESERVED_DOMAINS'),
    axfrAllowedNetworks: from.networks('AXFR_ALLOWED_NETWORKS'),
    axfrSourceIps: from.addresses('AXFR_SOURCE_IPS'),
    notifySourceIps: from.addresses('NOTIFY_SOURCE_IPS'),
    resolvers: from.servers('RESOLVERS'),
    registryCheck: from.matching('REGISTRY_CHECK', /^(on|off)$/, 'off') === 'on',
    reservedIpv4Ranges: from.ipv4Ranges('RESERVED_IPV4_RANGES'),
  };
}

/** Reads the settings of the platform's secondaries (D-246): all or none. */
function readSecondaries(from: SettingsReader) {
  const [catalogZone] = from.hostNames('CATALOG_ZONE', { max: 1 });
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
    maxVpcsPerAccount: from.integer('MAX_VPCS_PER_ACCOUNT'),
    maxSubnetsPerVpc: from.integer('MAX_SUBNETS_PER_VPC'),
    maxPrivateImages: from.integer('MAX_PRIVATE_IMAGES'),
    maxDomainsPerAccount: from.integer('MAX_DOMAINS_PER_ACCOUNT'),
    maxUsersPerAccount: from.integer('MAX_USERS_PER_ACCOUNT'),
    maxOAuthClientsPerAccount: from.integer('MAX_OAUTH_CLIENTS_PER_ACCOUNT'),
    maxTokensPerUser: from.integer('MAX_TOKENS_PER_USER'),
    maxSshKeysPerUser: from.integer('MAX_SSH_KEYS_PER_USER'),
    imageMaxSizeMb: from.integer('IMAGE_MAX_SIZE_MB'),
    maxLists: from.turns('MAX_LISTS'),
    maxImports: from.turns('MAX_IMPORTS'),
    maxUploads: from.turns('MAX_UPLOADS'),
    maxPasswordHashes: from.turns('MAX_PASSWORD_HASHES'),
    maxZoneRenders: from.turns('MAX_ZONE_RENDERS'),
    maxClaimChecks: from.turns('MAX_CLAIM_CHECKS'),
    maxSignIns: from.turns('MAX_SIGN_INS'),
    maxCaptures: from.turns('MAX_CAPTURES'),
    rateLimitRequests: from.integer('RATE_LIMIT_REQUESTS'),
    rateLimitWindowSeconds: from.integer('RATE_LIMIT_WINDOW_SECONDS'),
    signInRateLimit: from.integer('SIGNIN_RATE_LIMIT'),
  };
}

function readTimes(from: SettingsReader) {
  return {
    uploadWindowSeconds: from.integer('UPLOAD_WINDOW_SECONDS'),
    phoneCodeSeconds: from.integer('PHONE_CODE_SECONDS'),
    tfaSecretSeconds: from.integer('TFA_SECRET_SECONDS'),
    loginHistoryDays: from.integer('LOGIN_HISTORY_DAYS'),
    trustedDeviceDays: from.integer('TRUSTED_DEVICE_DAYS'),
    domainHoldAfterHours: from.integer('DOMAIN_HOLD_AFTER_HOURS'),
    domainHoldDays: from.integer('DOMAIN_HOLD_DAYS'),
    domainClaimHours: from.integer('DOMAIN_CLAIM_HOURS'),
    zoneVersionDays: from.integer('ZONE_VERSION_DAYS'),
    eventDays: from.integer('EVENT_DAYS'),
    automaticImageDays: from.integer('AUTOMATIC_IMAGE_DAYS'),
    jobIntervalSeconds: from.integer('JOB_INTERVAL_SECONDS'),
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
