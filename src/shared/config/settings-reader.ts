import { readFileSync, statSync } from 'node:fs';
import ipaddr from 'ipaddr.js';
import { parseRange } from '../networking/ipv4.rules.js';
import { DEFAULT_KEY_ID, type EncryptionKey } from '../secrets/encryption.js';
import { MAX_TURNS, NUMBERS, TURNS, type TurnLimit } from './setting-bounds.js';
import { serverAddress, type ServerAddress } from '../networking/server-address.rules.js';

/** A key for signed DNS messages (RFC 8945). */
export interface TsigKey {
  readonly algorithm: string;
  readonly name: string;
  /** In base64. */
  readonly secret: string;
}

/**
 * The service can't start with these settings. The message names each wrong variable on its own
 * line.
 */
export class SettingsError extends Error {}

type NumberName = keyof typeof NUMBERS;

/** Secret settings. `NAME_FILE` may name a file that holds the value, as container secrets do. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'DATABASE_MIGRATION_URL',
  'ENCRYPTION_KEY',
  'PLATFORM_TOKEN',
  'SMS_WEBHOOK_URL',
  'TSIG_KEY',
];

/** Reads environment variables and collects their faults. An empty variable counts as unset. */
export class SettingsReader {
  private readonly problems: string[] = [];
  /** Secrets whose file could not be read. */
  private readonly unread = new Set<string>();
  private readonly env: NodeJS.ProcessEnv;

  constructor(env: NodeJS.ProcessEnv) {
    this.env = { ...env };
    for (const name of SECRETS) this.readSecret(name);
  }

  wrong(name: string, problem: string): void {
    if (!this.unread.has(name)) this.problems.push(`${name} ${problem}`);
  }

  throwIfWrong(): void {
    if (this.problems.length > 0) throw new SettingsError(this.problems.join('\n'));
  }

  text(name: string): string | undefined {
    return this.env[name]?.trim() || undefined;
  }

  private readSecret(name: string): void {
    const variable = `${name}_FILE`;
    const file = this.text(variable);
    if (file === undefined) return;
    const problem =
      this.text(name) === undefined
        ? this.fileProblem(name, file)
        : `and ${name} are both set: set one of them`;
    if (problem === undefined) return;
    this.wrong(variable, problem);
    this.unread.add(name);
  }

  private fileProblem(name: string, file: string): string | undefined {
    try {
      this.env[name] = readFileSync(file, 'utf8');
    } catch (error) {
      return `can't be read: ${(error as Error).message}`;
    }
    return this.text(name) === undefined ? `names an empty file: ${file}` : undefined;
  }

  /**
   * Reads a bounded integer (D-177).
   * @param atMost another setting, whose value this one may not exceed, also by default
   */
  integer(name: NumberName, atMost?: { readonly name: NumberName; readonly value: number }): number {
    const { min, max, byDefault } = NUMBERS[name];
    const text = this.text(name);
    const value = /^\d{1,10}$/.test(text ?? '') ? Number(text) : NaN;
    if (text !== undefined) {
      if (!(value >= min && value <= max)) this.wrong(name, `must be an integer ${min}..${max}`);
      else if (!atMost || value <= atMost.value) return value;
      else this.wrong(name, `must not be more than ${atMost.name}, which is ${atMost.value}`);
    }
    return Math.min(byDefault, atMost?.value ?? byDefault);
  }

  /** `ACCOUNT/PROCESS`, two positive integers (D-211). */
  turns(name: keyof typeof TURNS): TurnLimit {
    const text = this.text(name);
    if (text === undefined) return TURNS[name];
    const [, account = 0, ofProcess = 0] = (/^(\d{1,10})\/(\d{1,10})$/.exec(text) ?? []).map(Number);
    const isInBounds = (value: number) => value >= 1 && value <= MAX_TURNS;
    if (isInBounds(account) && isInBounds(ofProcess)) return { account, process: ofProcess };
    this.wrong(name, `must be ACCOUNT/PROCESS, two integers 1..${MAX_TURNS}`);
    return TURNS[name];
  }

  matching(name: string, pattern: RegExp, byDefault: string): string {
    const text = this.text(name) ?? byDefault;
    if (!pattern.test(text)) this.wrong(name, `must match ${pattern.source}`);
    return text;
  }

  /**
   * Reads at most `max` secrets, separated by commas: the old and the new one during a rotation.
   */
  secrets(name: string, max: number): readonly string[] {
    const all = this.text(name)?.split(',') ?? [];
    if (all.length > max || all.some((text) => !SECRET.test(text))) {
      this.wrong(
        name,
        `must be 32..1024 visible ASCII characters, or ${max} such secrets, separated by a comma`,
      );
    }
    return all;
  }

  /**
   * Reads one or several `id:base64` of 32 bytes, separated by commas (D-221). A key without an id
   * gets the id `1`.
   */
  encryptionKeys(name: string): [EncryptionKey, ...EncryptionKey[]] | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const keys = text.split(',').map((part) => namedKey(part.trim()));
    const [first, ...others] = keys.filter((key) => key !== undefined);
    if (!first || others.length + 1 < keys.length) {
      this.wrong(name, `must be ${KEY_BYTES} bytes, base64, or several as id:base64, separated by commas`);
      return undefined;
    }
    if (new Set(keys.map((key) => key?.id)).size < keys.length)
      this.wrong(name, 'has two keys with the same id');
    return [first, ...others];
  }

  url(name: string, protocols: readonly string[]): string | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      this.wrong(name, `must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`);
    }
    return text;
  }

  /** Reads the address of a database. Each library that reads it decodes a lone % otherwise. */
  databaseUrl(name: string): string | undefined {
    const text = this.url(name, ['postgres:', 'postgresql:']);
    if (text === undefined || !URL.canParse(text)) return text;
    const { username, password, pathname } = new URL(text);
    if (!isDecodable(`${username}:${password}`))
      this.wrong(name, 'has a user or a password with a % that begins no code: write %25');
    if (isDecodable(pathname) && decodeURI(pathname) !== decodeURIComponent(pathname))
      this.wrong(name, 'names a database with a code that the driver does not decode, such as %2F');
    return text;
  }

  /** Reads scheme, host and port. A path is not allowed: the service answers at the root. */
  origin(name: string): string | undefined {
    const text = this.url(name, ['http:', 'https:']);
    if (text === undefined || !URL.canParse(text)) return undefined;
    const { origin, href } = new URL(text);
    if (href.replace(/\/+$/, '') !== origin) {
      this.wrong(name, `must end with its host and port, without a path: for example ${origin}`);
    }
    return origin;
  }

  /**
   * Addresses and CIDR ranges, separated by commas or spaces; a single address is a range of one.
   */
  networks(name: string): readonly string[] {
    const isNetwork = (entry: string) =>
      entry.includes('/') ? ipaddr.isValidCIDR(entry) : ipaddr.isValid(entry);
    return this.validEntries(name, isNetwork, 'neither an address nor a CIDR range');
  }

  /** IPv4 ranges in canonical CIDR form. */
  ipv4Ranges(name: string): readonly string[] {
    const isRange = (entry: string) => parseRange(entry) !== undefined;
    return this.validEntries(name, isRange, 'not an IPv4 range in canonical CIDR form');
  }

  addresses(name: string): readonly string[] {
    return this.validEntries(name, (entry) => ipaddr.isValid(entry), 'not an address');
  }

  /** Addresses of DNS servers, each with an optional port. */
  servers(name: string): readonly ServerAddress[] {
    return this.list(name).flatMap((entry) => {
      const server = serverAddress(entry);
      if (!server) this.wrong(name, `has an entry that is not an address with an optional port: ${entry}`);
      return server ?? [];
    });
  }

  /** `ALGORITHM:NAME:SECRET`, as `dig -y` takes it. */
  tsigKey(name: string): TsigKey | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const [, algorithm, keyName, secret] = TSIG_KEY.exec(text) ?? [];
    if (algorithm && keyName && secret)
      return { algorithm: algorithm.toLowerCase(), name: keyName.toLowerCase(), secret };
    this.wrong(
      name,
      'must be ALGORITHM:NAME:SECRET: hmac-sha256 or hmac-sha512, a domain name, at least 32 bytes in base64',
    );
    return undefined;
  }

  /** Reads host names, separated by commas or spaces, without a final dot. */
  hostNames(name: string, { byDefault = '', min = 0, max = Infinity } = {}): readonly string[] {
    const names = this.list(name, byDefault).map((entry) => entry.toLowerCase().replace(/\.$/, ''));
    const wrong = names.filter((entry) => !HOST_NAME.test(entry));
    if (wrong.length > 0) this.wrong(name, `has entries that are not host names: ${wrong.join(', ')}`);
    if (names.length < min || names.length > max) {
      this.wrong(name, `must be ${max === 1 ? 'one host name' : `${min}..${max} host names`}`);
    }
    return names;
  }

  /** Reads the address to listen on, or a name that the host resolves at start. */
  host(name: string, byDefault: string): string {
    const text = this.text(name) ?? byDefault;
    if (!ipaddr.isValid(text) && !LISTENER_NAME.test(text))
      this.wrong(name, 'must be an address or a host name');
    return text;
  }

  /** Reads an existing folder. */
  folder(name: string): string | undefined {
    const text = this.text(name);
    try {
      if (text !== undefined && !statSync(text).isDirectory()) this.wrong(name, `is not a folder: ${text}`);
    } catch (error) {
      this.wrong(name, `can't be used: ${(error as Error).message}`);
    }
    return text;
  }

  private validEntries(name: string, isValid: (entry: string) => boolean, fault: string): string[] {
    return this.list(name).filter((entry) => {
      const valid = isValid(entry);
      if (!valid) this.wrong(name, `has an entry that is ${fault}: ${entry}`);
      return valid;
    });
  }

  private list(name: string, byDefault = ''): string[] {
    return (this.text(name) ?? byDefault).split(/[\s,]+/).filter(Boolean);
  }
}

const SECRET = /^[!-+\--~]{32,1024}$/;
const HOST_NAME = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*$/;
const LISTENER_NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;
const TSIG_KEY =
  /^(hmac-sha(?:256|512)):([a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*):([A-Za-z0-9+/]{43,}={0,2})$/i;
const KEY_BYTES = 32;
const NAMED_KEY = /^(?:([A-Za-z0-9_-]{1,32}):)?([A-Za-z0-9+/]+=*)$/;

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function namedKey(text: string): EncryptionKey | undefined {
  const [, id = DEFAULT_KEY_ID, base64 = ''] = NAMED_KEY.exec(text) ?? [];
  const key = Buffer.from(base64, 'base64');
  return key.length === KEY_BYTES ? { id, key } : undefined;
}
