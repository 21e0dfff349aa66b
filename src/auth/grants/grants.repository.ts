import { Inject, Injectable } from '@nestjs/common';
import type { Reader, Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';
import { AREAS, gathered, type Area, type GrantableTable } from '../../shared/areas/area.js';
import { GRANTABLE, type Grantable } from '../caller.js';
import type { EntityGrant, Permissions } from './grants.js';

/** A user's account-level grants; `globalGrants` names those that are true. */
export interface StoredGlobal {
  readonly accountAccess: Permissions;
  readonly globalGrants: readonly string[];
}

const GLOBAL = query<StoredGlobal>(
  'grants.global',
  'SELECT account_access AS "accountAccess", global_grants AS "globalGrants" FROM users WHERE id = $1',
);
/** Serialises the changes of one user's grants. */
const LOCK = command<StoredGlobal>(
  'grants.lock',
  `SELECT account_access AS "accountAccess", global_grants AS "globalGrants" FROM users
   WHERE id = $1 AND restricted FOR NO KEY UPDATE`,
);
const SET_GLOBAL = command(
  'grants.setGlobal',
  'UPDATE users SET account_access = $2, global_grants = $3 WHERE id = $1',
);

const CLEAR_GLOBAL = command(
  'grants.clearGlobal',
  "UPDATE users SET account_access = NULL, global_grants = '{}' WHERE id = $1",
);
const CLEAR_ENTITIES = command('grants.clearEntities', 'DELETE FROM grants WHERE user_id = $1');

type Statements = ReturnType<typeof statementsOf>;

function statementsOf(kind: Grantable, { table, label }: GrantableTable) {
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
    ofAccount: command<{ id: number }>(
      `grants.${kind}.ofAccount`,
      `SELECT e.id FROM ${table} e WHERE e.account_id = $1 AND e.id = ANY ($2)
       ORDER BY e.id FOR KEY SHARE`,
    ),
    set: command(
      `grants.${kind}.set`,
      `INSERT INTO grants (user_id, ${kind}_id, permissions)
       SELECT $1, n.id, n.permissions FROM unnest($2::bigint[], $3::text[]) n(id, permissions)
       ON CONFLICT (${kind}_id, user_id) DO UPDATE SET permissions = excluded.permissions`,
    ),
    remove: command(
      `grants.${kind}.remove`,
      `DELETE FROM grants WHERE user_id = $1 AND ${kind}_id = ANY ($2)`,
    ),
    grantCreator: command(
      `grants.${kind}.creator`,
      `INSERT INTO grants (user_id, ${kind}_id, permissions) VALUES ($1, $2, 'read_write')`,
    ),
  };
}

@Injectable()
export class GrantsRepository {
  private readonly statements: Readonly<Record<Grantable, Statements>>;

  constructor(@Inject(AREAS) areas: readonly Area[]) {
    const tables = gathered(areas, 'grantable');
    const kinds = GRANTABLE.map((kind) => [kind, statementsOf(kind, tables[kind]!)] as const);
    this.statements = Object.fromEntries(kinds) as Record<Grantable, Statements>;
  }

  async global(reader: Reader, userId: number): Promise<StoredGlobal> {
    return (await reader.row(GLOBAL, [userId]))!;
  }

  /** Also locks the user until the transaction ends. @returns undefined for an unrestricted or deleted user. */
  lockGlobal(tx: Tx, userId: number): Promise<StoredGlobal | undefined> {
    return tx.row(LOCK, [userId]);
  }

  async setGlobal(tx: Tx, userId: number, { accountAccess, globalGrants }: StoredGlobal): Promise<void> {
    await tx.run(SET_GLOBAL, [userId, accountAccess, globalGrants]);
  }

  /** The entities that the user has a grant on, ordered by id. */
  granted(reader: Reader, kind: Grantable, userId: number): Promise<EntityGrant[]> {
    return reader.rows(this.statements[kind].granted, [userId]);
  }

  /** All entities of the user's account; `permissions` is null without a grant. */
  all(reader: Reader, kind: Grantable, userId: number): Promise<EntityGrant[]> {
    return reader.rows(this.statements[kind].all, [userId]);
  }

  /** The ids that the account has. Locks the entities, so that nobody deletes them before the transaction ends. */
  async ofAccount(tx: Tx, kind: Grantable, accountId: number, ids: readonly number[]): Promise<Set<number>> {
    return new Set((await tx.rows(this.statements[kind].ofAccount, [accountId, ids])).map(({ id }) => id));
  }

  async set(
    tx: Tx,
    kind: Grantable,
    userId: number,
    grants: ReadonlyMap<number, Permissions>,
  ): Promise<void> {
    const [kept, removed] = [
      [...grants].filter(([, p]) => p !== null),
      [...grants].filter(([, p]) => p === null),
    ];
    if (kept.length > 0) {
      await tx.run(this.statements[kind].set, [userId, kept.map(([id]) => id), kept.map(([, p]) => p)]);
    }
    if (removed.length > 0) await tx.run(this.statements[kind].remove, [userId, removed.map(([id]) => id)]);
  }

  /** D-214: deletes every grant of the user, on the account and on entities. */
  async deleteAll(tx: Tx, userId: number): Promise<void> {
    await tx.run(CLEAR_GLOBAL, [userId]);
    await tx.run(CLEAR_ENTITIES, [userId]);
  }

  /** Restricted users may change what they create (D-46). */
  grantCreator(tx: Tx, kind: Grantable, userId: number, id: number): void {
    tx.send(this.statements[kind].grantCreator, [userId, id]);
  }
}
