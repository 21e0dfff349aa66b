import type { AttackTarget } from './attack-target.js';

/** What this module needs of a schema of the OpenAPI document. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** What a field may hold, so far as its schema and its name tell. */
export function validValues(
  { enum: values, example, type, minimum = 0, maximum }: Schema,
  name: string,
  target: AttackTarget,
): unknown[] {
  const byName = NAMED[name]?.(target) ?? [];
  if (values) return [...values, ...byName];
  if (example !== undefined) return [example, ...byName];
  if (byName.length > 0) return byName;
  if (type === 'integer' || type === 'number') return [minimum, maximum ?? 1, 300];
  if (type === 'boolean') return [true, false];
  return ['text', 'x', ''];
}

let count = 0;
const NAMED: Readonly<Record<string, (target: AttackTarget) => unknown[]>> = {
  region: () => ['us-east', 'eu-west', 'nowhere'],
  domain: () => [`d${++count}-${process.pid}.example.com`, 'example.com'],
  ipv4: () => ['10.0.1.0/24', '10.0.0.0/8', '192.168.0.0/29', '10.0.0.1/24'],
  remote_nameserver: () => ['127.0.0.1', 'localhost', '::1', '2130706433', '169.254.169.254'],
  target: () => ['192.0.2.1', '2001:db8::1', 'mail.example.com', '[remote_addr]', '@', '.'],
  name: () => ['www', '*', '@', '_sip._tcp'],
  id: ({ params }) => [Number(params.vpcId), Number(params.domainId), 1],
  account_id: ({ params }) => [Number(params.accountId)],
  subnet_id: ({ params }) => [Number(params.vpcSubnetId)],
  disk_id: ({ diskId }) => [diskId],
  username: ({ params }) => [`u${++count}-${process.pid}`, params.username],
  client_id: ({ params }) => [params.clientId],
  scopes: () => ['*', 'vpc:read_only', 'account:read_write domains:read_only'],
  expiry: () => ['2030-01-01T00:00:00', '2000-01-01T00:00:00Z'],
  ssh_key: () => ['ssh-ed25519 AAAA me'],
  authorized_keys: () => ['ssh-ed25519 AAAA me'],
  phone_number: () => ['555-555-5555', '+4930901820'],
  otp_code: () => ['000000', '123456'],
  tfa_code: () => ['000000'],
  question_id: () => [1, 2, 3],
  response: () => ['an answer'],
  password: () => ['correct horse battery'],
  redirect_uri: () => ['https://app.example.com/callback'],
  master_ips: () => ['192.0.2.1'],
  axfr_ips: () => ['192.0.2.1', '2001:db8::1'],
};
