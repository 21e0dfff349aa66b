import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Reader } from '../../database/reader.js';
import { query, type Query } from '../../database/statement.js';
import type { CallerFacts, EntityFacts } from '../access.rules.js';
import type { Caller, CallerKey } from '../caller.js';
import type { Origin } from '../origin.js';
import type { PathLookup } from '../../shared/areas/area.js';
import type { EndpointRow } from '../endpoint.js';
import { PathLookups, type PathValues } from '../path-lookups.js';

/** A stored credential and its user. The clock decides whether it has expired. */
export type StoredCaller = Omit<Caller, 'key' | 'question' | keyof Origin> & {
  readonly expiry: string | null;
};

const USER_COLUMNS = `u.id AS "userId", u.username, u.account_id AS "accountId", a.euuid, u.restricted,
  u.user_type AS "userType", u.account_access AS "accountAccess", u.global_grants AS "globalGrants"`;
const COLUMNS = `t.id AS "tokenId", t.kind, t.client_id AS "clientId", t.scopes, t.expiry, ${USER_COLUMNS}`;
const OWNER = 'JOIN users u ON u.id = t.user_id JOIN accounts a ON a.id = u.account_id';
/** What a SQL `caller` needs beside the columns that are answered. */
const OF_LOOKUPS = 'u.id AS user_id, u.account_id, u.account_access';
const BY_TOKEN = `SELECT ${COLUMNS}, ${OF_LOOKUPS} FROM tokens t ${OWNER} WHERE t.token_hash = $1`;
const BY_USER = `SELECT '*' AS scopes, ${USER_COLUMNS}, ${OF_LOOKUPS}
  FROM users u JOIN accounts a ON a.id = u.account_id WHERE u.id = $1`;

const FIND_USER = query<CallerFacts>('auth.ofUser', BY_USER);

const FIND = query<StoredCaller & { position: number }>(
  'auth.credential',
  `SELECT presented.position, ${COLUMNS}
     FROM unnest($1::bytea[]) WITH ORDINALITY AS presented (token_hash, position)
     JOIN tokens t ON t.token_hash = presented.token_hash ${OWNER}`,
);

/** Finds credentials. Every request asks the database, so that a revoked token stops working at once (D-39). */
@Injectable()
export class CredentialsRepository {
  private readonly withEntity = new Map<EndpointRow, Query<StoredCaller & EntityFacts>>();
  private readonly withEntityOfUser = new Map<EndpointRow, Query<CallerFacts & EntityFacts>>();
  private readonly platformEntities = new Map<EndpointRow, Query<object>>();

  constructor(
    private readonly database: Database,
    private readonly lookups: PathLookups,
  ) {}

  find(key: CallerKey): Promise<StoredCaller | undefined> {
    return this.database.rowByKey(FIND, key);
  }

  /** The credential, and its access to the entity that the path names, in one statement. */
  findWithEntity(
    endpoint: EndpointRow,
    key: CallerKey,
    values: PathValues,
  ): Promise<(StoredCaller & EntityFacts) | undefined> {
    return this.database.row(this.statementOf(endpoint), [key, ...values]);
  }

  /** As `find` or `findWithEntity`, on what this reader sees. */
  findAgain(
    reader: Reader,
    endpoint: EndpointRow,
    key: CallerKey,
    values: PathValues | undefined,
  ): Promise<StoredCaller | (StoredCaller & EntityFacts) | undefined> {
    if (!values) return reader.row(FIND, [[key]]);
    return reader.row(this.statementOf(endpoint), [key, ...values]);
  }

  /** A user instead of a credential, with every scope. */
  findOfUser(
    endpoint: EndpointRow,
    userId: number,
    values: PathValues | undefined,
  ): Promise<CallerFacts | (CallerFacts & EntityFacts) | undefined> {
    if (!values) return this.database.row(FIND_USER, [userId]);
    const statement = remembered(this.withEntityOfUser, endpoint, () =>
      entityStatement<CallerFacts>('auth.ofUser', BY_USER, endpoint, this.lookups.of(endpoint)!),
    );
    return this.database.row(statement, [userId, ...values]);
  }

  /** Whether the entity exists that the path of a Platform API endpoint names. */
  async platformEntityExists(endpoint: EndpointRow, values: PathValues): Promise<boolean> {
    const statement = remembered(this.platformEntities, endpoint, () =>
      query<object>(`auth.platform.${endpoint.platformEntity}`, this.lookups.of(endpoint)!.exists),
    );
    return (await this.database.row(statement, values)) !== undefined;
  }

  private statementOf(endpoint: EndpointRow): Query<StoredCaller & EntityFacts> {
    return remembered(this.withEntity, endpoint, () =>
      entityStatement<StoredCaller>('auth', BY_TOKEN, endpoint, this.lookups.of(endpoint)!),
    );
  }
}

function remembered<Row>(
  statements: Map<EndpointRow, Query<Row>>,
  endpoint: EndpointRow,
  make: () => Query<Row>,
): Query<Row> {
  const statement = statements.get(endpoint) ?? make();
  statements.set(endpoint, statement);
  return statement;
}

function entityStatement<Found>(
  name: string,
  caller: string,
  { entity, grant }: EndpointRow,
  { exists, readOnly = 'false', grantedId = '$2' }: PathLookup,
): Query<Found & EntityFacts> {
  const permissions = grant
    ? `(SELECT g.permissions FROM grants g WHERE g.user_id = caller.user_id AND g.${grant.kind}_id = ${grantedId})`
    : 'NULL';
  return query(
    `${name}.${entity}.${grant?.kind ?? 'own'}`,
    `WITH caller AS (${caller})
     SELECT caller.*, EXISTS (${exists}) AS found, ${permissions} AS permissions, ${readOnly} AS "readOnly"
     FROM caller`,
  );
}
