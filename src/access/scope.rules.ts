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
 * The canonical text of requested scopes (D-42). A space or a comma separates scopes, `<area>:*` is
 * read_write, duplicates are removed, and `*` replaces all others.
 * @returns undefined when a name is unknown, or the text has none
 */
export function canonicalScopes(text: string): string | undefined {
  const names = text.split(/[ ,]/).filter(Boolean).map(canonicalScope);
  if (names.length === 0 || !names.every((name) => name === WILDCARD || KNOWN.has(name))) return undefined;
  return names.includes(WILDCARD) ? WILDCARD : [...new Set(names)].join(' ');
}

/**
 * Whether the held scopes cover the needed one: read_write covers read_only, and `*` covers all.
 */
export function covers(held: string, needed: string): boolean {
  if (held === WILDCARD) return true;
  const names = held.split(' ');
  return names.includes(needed) || names.includes(needed.replace(':read_only', ':read_write'));
}

/** Whether every scope of `requested` is within `held`; both canonical. */
export function within(requested: string, held: string): boolean {
  return requested.split(' ').every((scope) => covers(held, scope));
}

/** Keeps an unknown name. Stock clients call the area `instances` `linodes` (D-163). */
function canonicalScope(name: string): string {
  return name.replace('linodes:', 'instances:').replace(':*', ':read_write');
}
