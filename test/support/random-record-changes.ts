import type { Random } from './random.js';

/** Fields of a record, under the names of the API. */
export type Fields = Readonly<Record<string, unknown>>;

/** One change of one record, as a request of its own and as an entry of a change set have it. */
export type RecordChange =
  | { readonly create: Fields }
  | { readonly update: number; readonly to: Fields }
  | { readonly delete: number };

// Few names, so that records of different types meet at one: CNAME, null MX, delegations with DS, SRV, wildcards.
const NAMES = ['', '@', 'www', 'WWW', '*', 'below', 'a.below', '_sip._tcp', '_xmpp._tcp', '*.www', 'no name'];
const HOSTS = ['@', 'www', 'host.example.net', 'Host.example.net.', 'no host!'];
const TARGETS: Readonly<Record<string, readonly string[]>> = {
  A: ['192.0.2.1', '192.0.2.2', '2001:db8::1', 'none'],
  NS: ['ns.example.net', 'ns2.example.net', 'ns.below'],
  MX: ['mail.example.net', '', '.', 'mail'],
  CNAME: HOSTS,
  TXT: ['x', ''],
  SRV: ['sip', '.', 'sip.example.net'],
  DS: [`1 13 2 ${'A'.repeat(64)}`, `2 13 2 ${'b'.repeat(64)}`, '1 13 2 AB'],
  SOA: ['x'],
};
const NUMBERS = [0, 1, 255, 256, 'one'];

/** @param ids of records that may be changed, not all of which need to be there */
export function randomRecordChange(random: Random, ids: readonly number[]): RecordChange {
  const kind = random.pick(['create', 'create', 'update', 'update', 'delete'] as const);
  if (kind === 'create' || ids.length === 0) return { create: wholeRecord(random) };
  return kind === 'delete'
    ? { delete: random.pick(ids) }
    : { update: random.pick(ids), to: someFields(random) };
}

function wholeRecord(random: Random): Fields {
  const type = random.pick(Object.keys(TARGETS));
  const numbers = { priority: random.pick([0, 1]), weight: 0, port: 5060 };
  const service = {
    service: random.pick(['sip', 'xmpp', '_sip']),
    protocol: random.pick(['tcp', undefined]),
  };
  return {
    type,
    name: random.pick(NAMES),
    target: random.pick(TARGETS[type]!),
    ...(type === 'SRV' ? { ...numbers, ...service } : type === 'MX' ? { priority: numbers.priority } : {}),
  };
}

function someFields(random: Random): Fields {
  const fields: Fields = {
    name: random.pick([...NAMES, null]),
    target: random.pick(Object.values(TARGETS).flat()),
    ttl_sec: random.pick([0, 300, 3600, -1]),
    priority: random.pick(NUMBERS),
    service: random.pick(['sip', 'xmpp', 'no service!']),
  };
  const chosen = Object.entries(fields).filter(() => random.int(3) === 0);
  return Object.fromEntries(chosen.length > 0 ? chosen : [['name', fields.name]]);
}
