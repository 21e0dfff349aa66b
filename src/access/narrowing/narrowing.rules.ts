import { BlockList, isIP } from 'node:net';
import { OutsideRestrictions } from '../../shared/errors/errors.js';
import type { Named, NamedRecord, Narrowing, RecordAction, OpenKind } from './narrowing.js';

const ACTIONS: Readonly<Record<string, RecordAction>> = {
  GET: 'read',
  POST: 'create',
  PUT: 'update',
  DELETE: 'delete',
};

/** The action on records of a request with this method. */
export function actionOf(method: string): RecordAction {
  return ACTIONS[method]!;
}

/** Whether a kind is open to a token, within its scopes (D-279). */
export function reachesAll(narrowing: Pick<Narrowing, 'openKinds'> | null, kind: OpenKind): boolean {
  return narrowing === null || narrowing.openKinds.includes(kind);
}

/** Whether an entry covers the record for at least one action. */
export function coversRecord({ names, types }: Named, record: NamedRecord): boolean {
  return (types === null || types.includes(record.type)) && fitsNames(record.name, names);
}

/** Whether an entry allows the action, on the record if there is one. */
export function allowsAction(
  entries: readonly Named[],
  action: RecordAction,
  record?: NamedRecord | null,
): boolean {
  return entries.some(
    (entry) =>
      (entry.actions === null || entry.actions.includes(action)) && (!record || coversRecord(entry, record)),
  );
}

/**
 * Whether an entry covers the whole domain, which reading all of it or changing the domain itself
 * requires.
 */
export function coversZone(entries: readonly Named[], action: RecordAction): boolean {
  return entries.some(
    ({ names, types, actions }) =>
      names === null &&
      types === null &&
      (actions === null || (action === 'read' && actions.includes('read'))),
  );
}

/**
 * Decides on a change of records when the new records are known. `named` is undefined for a token
 * that is not narrowed.
 * @param states the record before and after the change
 * @throws OutsideRestrictions
 */
export function requireRecordsCovered(
  {
    narrowing,
    named,
  }: { readonly narrowing: Pick<Narrowing, 'openKinds'> | null; readonly named?: readonly Named[] | null },
  action: RecordAction,
  ...states: readonly NamedRecord[]
): void {
  if (reachesAll(narrowing, 'domain')) return;
  const isAllowed = (record: NamedRecord) => allowsAction(named ?? [], action, record);
  if (!states.every(isAllowed)) throw new OutsideRestrictions();
}

/** As the SQL function `fits_names` of migration 0006. */
export function fitsNames(name: string, names: readonly string[] | null): boolean {
  if (names === null) return true;
  const lower = name.toLowerCase();
  const known = patterns.get(names) ?? names.map(patternOf);
  patterns.set(names, known);
  return known.some((pattern) => pattern.test(lower));
}

/** A set of changes compares thousands of records with the names of an entry. */
const patterns = new WeakMap<readonly string[], readonly RegExp[]>();

const HOUR = 3_600_000;

/**
 * The end of a token whose last use is now. It has a margin of an hour, so that a token's uses are
 * stored at most once an hour.
 */
export function unusedUntil(now: Date, unusedDays: number): Date {
  return new Date(now.getTime() + (24 * unusedDays + 1) * HOUR);
}

/** Whether a use now moves the end of a token with `unusedDays`. */
export function isUseDue({ unusedDays, unusedUntil: until }: Narrowing, now: Date): boolean {
  if (unusedDays === null || until === null) return false;
  return unusedUntil(now, unusedDays).getTime() - new Date(until).getTime() >= HOUR;
}

/** Whether one of the sources contains the address. */
export function isFromSource(address: string, sources: readonly string[] | null): boolean {
  if (sources === null) return true;
  const allowed = new BlockList();
  for (const source of sources) {
    const [network = '', bits] = source.split('/');
    // An IPv6 network in the list would also match IPv4 addresses in their mapped form.
    if (isIP(network) === isIP(address)) allowed.addSubnet(network, Number(bits), familyOf(network));
  }
  return isIP(address) !== 0 && allowed.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function patternOf(name: string): RegExp {
  return new RegExp(`^${name.replaceAll('.', '\\.').replaceAll('*', '.+')}$`);
}
