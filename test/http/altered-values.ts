import type { Answer } from '../support/client.js';
import { parseDictionary } from '../support/structured-fields.js';

export type Body = Record<string, unknown>;

interface SharedFields {
  readonly method: string;
  readonly path: string;
  readonly shared: readonly string[];
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Record<string, unknown>;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: { content: Record<string, { schema: Schema }> };
  readonly responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/**
 * The fields that both the request and the response have, by operation, from the OpenAPI document.
 */
export async function sharedFields(url: string): Promise<ReadonlyMap<string, SharedFields>> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, Schema> };
  };
  const keysOf = (content?: Record<string, { schema: Schema }>) => {
    const schema = content?.['application/json']?.schema;
    const named = schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!] : schema;
    return Object.keys(named?.properties ?? {});
  };
  const found = new Map<string, SharedFields>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { operationId, requestBody, responses }] of Object.entries(methods)) {
      const shown = new Set(keysOf(responses['200']?.content));
      const shared = keysOf(requestBody?.content).filter((key) => shown.has(key));
      if (!path.startsWith('/v4/') || shared.length === 0) continue;
      found.set(operationId, { method: method.toUpperCase(), path: path.slice(3), shared });
    }
  }
  return found;
}

export const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI';
const SECONDS = () => [0, 1, 29, 30, 31, 300, 301, 3599, 3600, 100_000, 2_419_200, 2_419_201, 2_147_483_647];
/** Values of fields by their key. Refused values do no harm. */
export const VALUES: Readonly<Record<string, (n: number) => readonly unknown[]>> = {
  label: () => ['plain', ' both ends ', 'Ünï 😀', '"quoted"', 'x'.repeat(50)],
  note: () => ['', 'plain', ' both ends\n', 'Ünï', 'x'.repeat(253), null],
  owner: () => ['', 'plain', ' both ends ', 'Ünï', 'x'.repeat(64), null],
  description: () => ['', 'plain', ' both ends\n', 'Ünï', 'x'.repeat(253), null],
  region: () => ['us-east', 'US-EAST', 'gb-lon'],
  subnets: () => [[], [{ label: 'a ', ipv4: '10.0.0.0/24', id: 5 }]],
  ipv4: (n) => [`10.${n % 200}.7.0/24`, `10.${n % 200}.7.1/24`],
  group: () => ['', 'plain', ' Ünï '],
  domain: (n) => [
    `d${n}.example`,
    `D${n}A.Example`,
    `d${n}b.example.`,
    `bü${n}.example`,
    `xn--bcher-kva${n}.example`,
  ],
  type: () => ['master', 'slave', 'A', 'AAAA', 'CNAME'],
  status: () => ['active', 'disabled'],
  soa_email: () => ['admin@example.com', 'Admin@Example.COM', ' a@example.com '],
  master_ips: () => [['192.0.2.1'], ['2001:DB8::1', '2001:db8:0:0::2'], ['192.0.2.1', '192.0.2.1']],
  axfr_ips: () => [[], ['192.0.2.1'], ['2001:DB8:0::1']],
  expire_sec: SECONDS,
  refresh_sec: SECONDS,
  retry_sec: SECONDS,
  ttl_sec: SECONDS,
  tags: () => [[], ['a'], ['b', 'a', 'b'], ['Ä']],
  authorized_keys: () => [[], [KEY], [` ${KEY} me@example.com\n`], null],
  ssh_key: () => [KEY, ` ${KEY} me `, `${KEY}\n`],
  email: (n) => [`a${n}@example.com`, `A${n}@Example.COM`],
  email_notifications: () => [true, false],
  ip_whitelist_enabled: () => [false],
  lish_auth_method: () => ['keys_only', 'disabled'],
  restricted: () => [false, true],
  timezone: () => ['Europe/Berlin', 'GMT', 'europe/berlin'],
  two_factor_auth: () => [false],
  security_questions: () => [[1, 2, 3].map((id) => ({ question_id: id, response: ` Rex${id} ` }))],
  expiry: () => ['2099-01-01T00:00:00', '2099-01-01T00:00:00.5Z', '2099-01-01T00:00:00+02:00'],
  scopes: () => [
    '*',
    'vpc:read_only',
    'domains:read_write vpc:read_only',
    'linodes:read_only,vpc:read_write',
  ],
  redirect_uri: () => ['https://example.com/', 'HTTPS://Example.com', 'https://example.com/a?b=c'],
  public: () => [true, false],
  website: () => ['https://example.com', 'HTTPS://EXAMPLE.com/', null],
  thumbnail_url: () => ['https://example.com/a.png', 'https://Example.com', null],
  username: (n) => [`jane-${n}`, `Jane-${n}a`],
  name: (n) => [`www${n}`, `WWW${n}a`, '', '@', `bü${n}`, `w${n}.zone.example`, `w${n}b.zone.example.`],
  target: () => [
    '192.0.2.1',
    '2001:DB8::1',
    '[remote_addr]',
    'mail.example.com',
    'mail',
    '.',
    '',
    '@',
    '"x" y',
    'ü',
  ],
  priority: () => [0, 10, 255],
  weight: () => [0, 10, 65535],
  port: () => [0, 443],
  service: () => ['sip', '_sip', '_SIP'],
  protocol: () => ['tcp', '_tcp', '_UDP'],
  tag: () => ['issue', 'iodef'],
};

/** The expected header, from the request and the object that is shown afterwards. */
export function expected(sent: Body, shown: Body) {
  const altered = Object.keys(sent).filter((key) => key in shown && !isSame(sent[key], shown[key]));
  return Object.fromEntries(altered.map((key) => [key, toldOf(sent[key], shown[key])]));
}

function toldOf(sent: unknown, stored: unknown) {
  const isTold = (value: unknown) => typeof value !== 'object';
  return { ...(isTold(sent) && { sent }), ...(isTold(stored) && { stored }) };
}

function isSame(sent: unknown, shown: unknown): boolean {
  if (!Array.isArray(sent) || typeof sent[0] !== 'object')
    return JSON.stringify(sent) === JSON.stringify(shown);
  // An entry has all members that the object shows, including its id.
  return sent.every((entry: Body, index) => {
    const stored = (shown as Body[])[index]!;
    return Object.keys(entry).every((key) => !(key in stored) || entry[key] === stored[key]);
  });
}

/** The header of the response. */
export function told({ headers }: Answer) {
  return parseDictionary(headers.get('altered-fields') ?? '');
}
