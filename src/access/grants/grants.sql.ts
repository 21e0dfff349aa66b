import { command, query } from '../../database/statement.js';
import type { GrantableTable } from '../../shared/areas/area.js';
import type { Grantable } from '../grantable.js';
import type { EntityGrant } from './grants.js';

export type GrantStatements = ReturnType<typeof grantStatements>;

/** SQL expressions of the values of a creator's grant. */
interface CreatorGrant {
  readonly accountId: string;
  /** When this is null, there is no grant. */
  readonly userId: string;
  readonly entityId: string;
  /** The FROM clause that gives the values, unless they are parameters. */
  readonly from?: string;
}

/** SQL that grants restricted users read_write on the entities that they create (D-46). */
export function grantedToCreator(
  kind: Grantable,
  { accountId, userId, entityId, from = '' }: CreatorGrant,
): string {
  return `INSERT INTO grants (account_id, user_id, ${kind}_id, permissions)
    SELECT ${accountId}::bigint, ${userId}::bigint, ${entityId}, 'read_write' ${from} WHERE ${userId} IS NOT NULL`;
}

/**
 * The condition that the row `e` of the table has not ended at the time `now`. PostgreSQL refuses a
 * parameter that nothing uses.
 */
export function isLive({ live }: GrantableTable, now: string): string {
  return live?.('e', now) ?? `${now} IS NOT NULL`;
}

/**
 * The statements for one kind, whose table the area names. A statement's name ends with the kind.
 */
export function grantStatements(kind: Grantable, entities: GrantableTable) {
  const { table, label } = entities;
  const columns = `e.id, e.${label} AS label, g.permissions`;
  return {
    granted: query<EntityGrant>(
      `access.grants.list.${kind}`,
      `SELECT ${columns} FROM grants g JOIN ${table} e ON e.id = g.${kind}_id
       WHERE g.user_id = $1 AND ${isLive(entities, '$2::timestamptz')} ORDER BY e.id`,
    ),
    all: query<EntityGrant>(
      `access.grants.listAll.${kind}`,
      `SELECT ${columns} FROM ${table} e LEFT JOIN grants g ON g.${kind}_id = e.id AND g.user_id = $1
       WHERE e.account_id = (SELECT account_id FROM users WHERE id = $1) AND ${isLive(entities, '$2::timestamptz')}
       ORDER BY e.id`,
    ),
    lockEntities: command<{ id: number }>(
      `access.grants.lockEntities.${kind}`,
      `SELECT e.id FROM ${table} e WHERE e.account_id = $1 AND e.id = ANY ($2) AND ${isLive(entities, '$3::timestamptz')}
       ORDER BY e.id FOR KEY SHARE`,
    ),
    grantCreator: command(
      `access.grants.insert.${kind}`,
      grantedToCreator(kind, { accountId: '$1', userId: '$2', entityId: '$3' }),
    ),
  };
}
