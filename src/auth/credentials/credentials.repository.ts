import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { query, type Query } from '../../database/statement.js';
import type { EntityFacts } from '../access.rules.js';
import type { Caller, CallerKey } from '../caller.js';
import type { Origin } from '../origin.js';
import type { Endpoint } from '../endpoints.js';
import { ENTITIES, PLATFORM_ENTITIES, type PlatformEntityName } from '../entities.js';

/** A stored credential and its user. The clock decides whether it has expired. */
export type StoredCaller = Omit<Caller, 'key' | keyof Origin> & { readonly expiry: string | null };

const COLUMNS = `t.id AS "tokenId", t.kind, t.client_id AS "clientId", t.scopes, t.expiry,
  u.id AS "userId", u.username, u.account_id AS "accountId", a.euuid, u.restricted, u.user_type AS "userType",
  u.account_access AS "accountAccess", u.global_grants AS "globalGrants"`;
const OWNER = 'JOIN users u ON u.id = t.user_id JOIN accounts a ON a.id = u.account_id';
const FROM = `tokens t ${OWNER} WHERE t.token_hash = $1`;

const FIND = query<StoredCaller & { position: number }>(
  'auth.credential',
  `SELECT presented.position, ${COLUMNS}
     FROM unnest($1::bytea[]) WITH ORDINALITY AS presented (token_hash, position)
     JOIN tokens t ON t.token_hash = presented.token_hash ${OWNER}`,
);
const PLATFORM_ENTITY_EXISTS = {
  account: query<object>('auth.platform.account', PLATFORM_ENTITIES.account.exists),
  user: query<object>('auth.platform.user', PLATFORM_ENTITIES.user.exists),
};

/** Finds credentials. Every request asks the database, so that a revoked token stops working at once (D-39). */
@Injectable()
export class CredentialsRepository {
  private readonly withEntity = new Map<Endpoint, Query<StoredCaller & EntityFacts>>();

  constructor(private readonly database: Database) {}

  find(key: CallerKey): Promise<StoredCaller | undefined> {
    return this.database.rowByKey(FIND, key);
  }

  /** The credential, and its access to the entity that the path names, in one statement. */
  findWithEntity(
    endpoint: Endpoint,
    key: CallerKey,
    params: readonly (string | number)[],
  ): Promise<(StoredCaller & EntityFacts) | undefined> {
    let statement = this.withEntity.get(endpoint);
    if (!statement) this.withEntity.set(endpoint, (statement = entityStatement(endpoint)));
    return this.database.row(statement, [key, ...params]);
  }

  /** Whether the entity exists that a path of the Platform API names. */
  async platformEntityExists(
    name: PlatformEntityName,
    params: readonly (string | number)[],
  ): Promise<boolean> {
    return (await this.database.row(PLATFORM_ENTITY_EXISTS[name], params)) !== undefined;
  }
}

function entityStatement({ entity, grant }: Endpoint): Query<StoredCaller & EntityFacts> {
  const { exists, readOnly } = ENTITIES[entity!] as { exists: string; readOnly?: string };
  const permissions = grant
    ? `(SELECT g.permissions FROM grants g WHERE g.user_id = caller.user_id AND g.${grant.kind}_id = ${grantId(entity!)})`
    : 'NULL';
  return query(
    `auth.${entity}.${grant?.kind ?? 'own'}`,
    `WITH caller AS (SELECT ${COLUMNS}, u.id AS user_id, u.account_id, u.account_access FROM ${FROM})
     SELECT caller.*, EXISTS (${exists}) AS found, ${permissions} AS permissions, ${readOnly ?? 'false'} AS "readOnly"
     FROM caller`,
  );
}

function grantId(entity: string): string {
  return entity === 'image' ? `substring($2 FROM '^private/([1-9][0-9]{0,15})$')::bigint` : '$2';
}
