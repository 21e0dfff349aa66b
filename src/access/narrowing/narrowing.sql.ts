import { command, query } from '../../database/statement.js';
import type { GrantableTable } from '../../shared/areas/area.js';
import { ANY_CALLER, granted } from '../caller.js';
import { isLive } from '../grants/grants.sql.js';
import type { Named, Narrowable } from './narrowing.js';

/** An entity that a token names, as the API shows it. */
export interface NamedEntity extends Named {
  readonly tokenId: number;
  readonly id: number;
  readonly label: string;
}

export type NarrowingStatements = ReturnType<typeof narrowingStatements>;

/**
 * The statements for one kind, whose table the area names. A statement's name ends with the kind.
 */
export function narrowingStatements(kind: Narrowable, entities: GrantableTable) {
  const { table, label } = entities;
  return {
    // Leaves out entities on which the token's user has lost the grant, because a user must not see
    // their present names (D-45).
    shown: query<NamedEntity>(
      `access.restrictions.list.${kind}`,
      `SELECT n.token_id AS "tokenId", e.id, e.${label} AS label, n.names, n.types, n.actions
       FROM token_restrictions n JOIN ${table} e ON e.id = n.${kind}_id
       JOIN tokens t ON t.id = n.token_id JOIN users u ON u.id = t.user_id
       WHERE n.token_id = ANY ($1) AND (NOT u.restricted OR (
         SELECT true FROM grants g WHERE g.user_id = u.id AND g.${kind}_id = e.id)) ORDER BY n.id`,
    ),
    // A command, because it locks the entities against deletes until the token names them.
    lockVisible: command<{ id: number; label: string }>(
      `access.restrictions.lockVisible.${kind}`,
      `WITH ${ANY_CALLER} SELECT e.id, e.${label} AS label FROM caller JOIN ${table} e ON e.account_id = caller.account_id
       WHERE (e.id = ANY ($2) OR e.${label} = ANY ($3)) AND ${granted(kind, 'e.id')}
         AND ${isLive(entities, '$4::timestamptz')} ORDER BY e.id FOR KEY SHARE OF e`,
    ),
  };
}
