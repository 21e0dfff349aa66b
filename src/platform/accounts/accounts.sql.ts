import { command, query, type Command, type Query } from '../../database/statement.js';
import type { GrantableTable } from '../../shared/areas/area.js';
import type { Blocker } from '../../shared/errors/reason.js';

/**
 * The resources that prevent the deletion of the account `$1` (D-200), from the tables that the
 * areas name: this area can't import their entities.
 */
export function accountResources(tables: Readonly<Record<string, GrantableTable>>): Query<Blocker> {
  const resources = Object.entries(tables).map(
    ([type, { table, shownId = 'id', label }]) =>
      `SELECT '${type}' AS type, to_json(${shownId}) AS id, ${label} AS label FROM ${table} WHERE account_id = $1`,
  );
  const children = `SELECT 'account' AS type, to_json(id) AS id, company AS label FROM accounts WHERE parent_account_id = $1`;
  return query(
    'platform.accounts.findResources',
    `${[...resources, children].join('\nUNION ALL ')} LIMIT 100`,
  );
}

/**
 * Deletes the rows of the account `$1` that have ended at `$2`, from the tables whose rows end by
 * time. Jobs delete them later, and their owner can't see them any more.
 */
export function deletionsOfEnded(tables: Readonly<Record<string, GrantableTable>>): Command<never>[] {
  return Object.values(tables).flatMap(({ table, live }) =>
    live
      ? command<never>(
          `platform.accounts.deleteEnded.${table}`,
          `DELETE FROM ${table} owned WHERE account_id = $1 AND NOT (${live('owned', '$2')})`,
        )
      : [],
  );
}
