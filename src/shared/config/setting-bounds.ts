/** The default and the bounds of a numeric setting (D-177). */
export interface NumberBounds {
  readonly byDefault: number;
  readonly min: number;
  readonly max: number;
}

/** The maximum of one kind of costly work at the same time, for one account and in one process. */
export interface TurnLimit {
  readonly account: number;
  readonly process: number;
}

/** The maximum of each number of `ACCOUNT/PROCESS`; the minimum is 1. */
export const MAX_TURNS = 99_999;

const DAY = 86_400;
const TEN_YEARS = 3650;
const QUOTA = { min: 1, max: 1_000_000 };
const REQUESTS = { min: 0, max: 1_000_000 };
/** Longer than any client waits; PostgreSQL and Node's timers accept it. */
const TIMEOUT = { min: 1, max: 3600 };

/** All numeric settings. The README lists the bounds, and a test tries each of them. */
export const NUMBERS = {
  PORT: { byDefault: 3000, min: 1, max: 65_535 },
  // Longer than load balancers keep an idle connection (D-299).
  KEEP_ALIVE_SECONDS: { byDefault: 75, min: 1, max: 3600 },
  METRICS_PORT: { byDefault: 0, min: 0, max: 65_535 },
  WORKERS: { byDefault: 1, min: 1, max: 256 },
  DATABASE_POOL: { byDefault: 10, min: 1, max: 1000 },
  DATABASE_CONNECT_TIMEOUT_SECONDS: { byDefault: 3, ...TIMEOUT },
  DATABASE_WAIT_TIMEOUT_SECONDS: { byDefault: 5, ...TIMEOUT },
  DATABASE_STATEMENT_TIMEOUT_SECONDS: { byDefault: 5, ...TIMEOUT },
  DATABASE_LOCK_TIMEOUT_SECONDS: { byDefault: 4, ...TIMEOUT },
  DATABASE_IDLE_TIMEOUT_SECONDS: { byDefault: 3, ...TIMEOUT },
  DATABASE_START_TIMEOUT_SECONDS: { byDefault: 60, min: 0, max: DAY },
  MIGRATION_TIMEOUT_SECONDS: { byDefault: 600, min: 1, max: DAY },
  MAX_VPCS_PER_ACCOUNT: { byDefault: 1000, ...QUOTA },
  MAX_SUBNETS_PER_VPC: { byDefault: 1000, ...QUOTA },
  MAX_PRIVATE_IMAGES: { byDefault: 1000, ...QUOTA },
  MAX_DOMAINS_PER_ACCOUNT: { byDefault: 10_000, ...QUOTA },
  MAX_USERS_PER_ACCOUNT: { byDefault: 1000, ...QUOTA },
  MAX_OAUTH_CLIENTS_PER_ACCOUNT: { byDefault: 100, ...QUOTA },
  MAX_TOKENS_PER_USER: { byDefault: 1000, ...QUOTA },
  MAX_SSH_KEYS_PER_USER: { byDefault: 1000, ...QUOTA },
  // 1 TiB: S3 takes 10,000 parts, and a process holds two of each upload in memory.
  IMAGE_MAX_SIZE_MB: { byDefault: 102_400, min: 1, max: 1_048_576 },
  RATE_LIMIT_REQUESTS: { byDefault: 0, ...REQUESTS },
  RATE_LIMIT_WINDOW_SECONDS: { byDefault: 120, min: 1, max: DAY },
  SIGNIN_RATE_LIMIT: { byDefault: 300, ...REQUESTS },
  UPLOAD_WINDOW_SECONDS: { byDefault: DAY, min: 1, max: 30 * DAY },
  PHONE_CODE_SECONDS: { byDefault: 600, min: 1, max: DAY },
  TFA_SECRET_SECONDS: { byDefault: DAY, min: 1, max: 30 * DAY },
  LOGIN_HISTORY_DAYS: { byDefault: 90, min: 1, max: TEN_YEARS },
  TRUSTED_DEVICE_DAYS: { byDefault: 30, min: 1, max: TEN_YEARS },
  ZONE_VERSION_DAYS: { byDefault: 90, min: 1, max: TEN_YEARS },
  EVENT_DAYS: { byDefault: 90, min: 1, max: TEN_YEARS },
  AUTOMATIC_IMAGE_DAYS: { byDefault: 7, min: 1, max: TEN_YEARS },
  DOMAIN_HOLD_AFTER_HOURS: { byDefault: 24, min: 0, max: 24 * TEN_YEARS },
  DOMAIN_HOLD_DAYS: { byDefault: 30, min: 0, max: TEN_YEARS },
  DOMAIN_CLAIM_HOURS: { byDefault: 72, min: 1, max: 8760 },
  JOB_INTERVAL_SECONDS: { byDefault: 60, min: 1, max: DAY },
} as const satisfies Record<string, NumberBounds>;

/** All settings that limit a kind of costly work (D-211), with their defaults. */
export const TURNS = {
  MAX_LISTS: { account: 4, process: 16 },
  MAX_IMPORTS: { account: 2, process: 8 },
  MAX_UPLOADS: { account: 8, process: 32 },
  MAX_PASSWORD_HASHES: { account: 2, process: 4 },
  MAX_ZONE_RENDERS: { account: 2, process: 8 },
  MAX_CLAIM_CHECKS: { account: 2, process: 8 },
  MAX_SIGN_INS: { account: 2, process: 2 },
  MAX_CAPTURES: { account: 1, process: 2 },
} as const satisfies Record<string, TurnLimit>;
