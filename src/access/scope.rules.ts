/** The areas in the names of scopes, in the order of D-41. */
export const SCOPE_AREAS = [
  'account',
  'child_account',
  'databases',
  'domains',
  'events',
  'firewall',
  'images',
  'instances',
  'ips',
  'lke',
  'longview',
  'nodebalancers',
  'object_storage',
  'stackscripts',
  'volumes',
  'vpc',
] as const;

type ScopeArea = (typeof SCOPE_AREAS)[number];
export type Scope = `${ScopeArea}:${'read_only' | 'read_write'}`;

/** Every scope name, without the wildcard. */
export const SCOPES: readonly Scope[] = SCOPE_AREAS.flatMap((area): Scope[] => [
  `${area}:read_only`,
  `${area}:read_write`,
]);

export const WILDCARD = '*';

const KNOWN: ReadonlySet<string> = new Set(SCOPES);

/**
 * The canonical text of requested scopes (D-42): separated by a space or comma, `<area>:*` is read_write, without
 * repeats, `*` absorbs all.
 * @returns undefined when a name is unknown or there is none.
 */
export function canonicalScopes(text: string): string | undefined {
  const names = text.split(/[ ,]/).filter(Boolean).map(canonicalScope);
  if (names.length === 0 || !names.every((name) => name === WILDCARD || KNOWN.has(name))) return undefined;
  return names.includes(WILDCARD) ? WILDCARD : [...new Set(names)].join(' ');
}

/** Whether stored scopes reach one that is needed: read_write covers read_only, `*` everything. */
export function covers(held: string, needed: string): boolean {
  if (held === WILDCARD) return true;
  const names = held.split(' ');
  return names.includes(needed) || names.includes(needed.replace(':read_only', ':read_write'));
}

/** Whether every scope of `requested` is within `held`; both canonical. */
export function within(requested: string, held: string): boolean {
  return requested.split(' ').every((scope) => covers(held, scope));
}

/** An unknown name stays unknown. Stock clients call one of the areas `linodes` (D-163). */
function canonicalScope(name: string): string {
  return name.replace('linodes:', 'instances:').replace(':*', ':read_write');
}
