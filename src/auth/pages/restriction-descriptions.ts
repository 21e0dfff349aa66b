import type { Narrowable } from '../../access/narrowing/narrowing.js';
import type { NamedEntity } from '../../access/narrowing/narrowing.sql.js';

/** The columns of a narrowed token that restrict it (D-237, D-279). */
interface NarrowedToken {
  readonly openKinds: readonly string[];
  readonly sources: readonly string[] | null;
  readonly unusedDays: number | null;
}

const KINDS = { domain: 'domains', vpc: 'VPCs', image: 'private images' } as const;

/**
 * What a narrowed token is restricted to, a sentence each.
 * @param named the entities that the token names, by kind
 */
export function describeRestrictions(
  { openKinds, sources, unusedDays }: NarrowedToken,
  named: Readonly<Record<Narrowable, readonly NamedEntity[]>>,
): string[] {
  const kinds = Object.entries(named) as [Narrowable, readonly NamedEntity[]][];
  return [
    ...(openKinds.includes('rest')
      ? []
      : kinds.flatMap(([kind, entities]) => reach(kind, entities, openKinds))),
    ...(sources ? [`Only from ${sources.join(', ')}.`] : []),
    ...(unusedDays === null ? [] : [`Ends after ${unusedDays} days without use.`]),
  ];
}

function reach(kind: Narrowable, entities: readonly NamedEntity[], openKinds: readonly string[]): string[] {
  if (openKinds.includes(kind)) return [`All ${KINDS[kind]}.`];
  if (entities.length === 0) return [`No ${KINDS[kind]}.`];
  return [`Only these ${KINDS[kind]}: ${entities.map(entityText).join('; ')}.`];
}

/** `example.com (records named _acme-challenge, of type TXT, to read, create)` */
function entityText({ label, names, types, actions }: NamedEntity): string {
  const parts = [
    names && `named ${names.map((name) => name || '@').join(', ')}`,
    types && `of type ${types.join(', ')}`,
    actions && `to ${actions.join(', ')}`,
  ].filter(Boolean);
  return parts.length === 0 ? label : `${label} (records ${parts.join(', ')})`;
}
