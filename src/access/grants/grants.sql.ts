import { command, query } from '../../database/statement.js';
import type { GrantableTable } from '../../shared/areas/area.js';
import type { Grantable } from '../grantable.js';
import type { EntityGrant } from './grants.js';

export type GrantStatements = ReturnType<typeof grantStatements>;

/** Statements that join the grants of one kind with their entities, whose table the area names. */
export function grantStatements(kind: Grantable, { table, label }: GrantableTable) {
  const columns = `e.id, e.${label} AS label, g.permissions`;
  return {
    granted: query<EntityGrant>(
      `grants.${kind}.granted`,
      `SELECT ${columns} FROM grants g JOIN ${table} e ON e.id = g.${kind}_id WHERE g.user_id = $1 ORDER BY e.id`,
    ),
    all: query<EntityGrant>(
      `grants.${kind}.all`,
      `SELECT ${columns} FROM ${table} e LEFT JOIN grants g ON g.${kind}_id = e.id AND g.user_id = $1
       WHERE e.account_id = (SELECT account_id FROM users WHERE id = $1) ORDER BY e.id`,
    ),
    lockEntities: command<{ id: number }>(
      `grants.${kind}.lockEntities`,
      `SELECT e.id FROM ${table} e WHERE e.account_id = $1 AND e.id = ANY ($2)
       ORDER BY e.id FOR KEY SHARE`,
    ),
    grantCreator: command(
      `grants.${kind}.creator`,
      `INSERT INTO grants (user_id, ${kind}_id, permissions) VALUES ($1, $2, 'read_write')`,
    ),
  };
}
