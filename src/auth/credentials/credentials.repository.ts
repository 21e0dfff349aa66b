import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Reader } from '../../database/reader.js';
import { query, type Query } from '../../database/statement.js';
import type { CallerFacts, EntityFacts } from '../access.rules.js';
import type { Caller, CallerKey } from '../caller.js';
import type { Origin } from '../origin.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Clock } from '../../shared/time/clock.js';
import type { EndpointRow } from '../endpoint.js';
import { PathLookups, type PathValues } from '../path-lookups.js';

/** A stored credential and its user. The clock decides whether it has expired. */
export type StoredCaller = Omit<Caller, 'key' | 'question' | keyof Origin> & {
  readonly expiry: string | null;
};

/** The caller's access to the entity that the path names, and the entity's row if the endpoint shows it. */
export type StoredEntity = EntityFacts & { readonly shown: object | null };

/** Where statements find the caller: the row of `$1`, with the user as `u`. */
interface CallerSource {
  readonly columns: string;
  readonly from: string;
  readonly where: string;
}

const USER_COLUMNS = `u.id AS "userId", u.username, u.account_id AS "accountId", a.euuid, u.restricted,
  u.user_type AS "userType", u.account_access AS "accountAccess", u.global_grants AS "globalGrants"`;
const COLUMNS = `t.id AS "tokenId", t.kind, t.client_id AS "clientId", t.scopes, t.expiry, ${USER_COLUMNS}`;
const OWNER = 'JOIN users u ON u.id = t.user_id JOIN accounts a ON a.id = u.account_id';
const BY_TOKEN: CallerSource = { columns: COLUMNS, from: `tokens t ${OWNER}`, where: 't.token_hash = $1' };
const BY_USER: CallerSource = {
  columns: `'*' AS scopes, ${USER_COLUMNS}`,
  from: 'users u JOIN accounts a ON a.id = u.account_id',
  where: 'u.id = $1',
};

const FIND_USER = query<CallerFacts>(
  'auth.ofUser',
  `SELECT ${BY_USER.columns} FROM ${BY_USER.from} WHERE ${BY_USER.where}`,
);

const FIND = query<StoredCaller & { position: number }>(
  'auth.credential',
  `SELECT presented.position, ${COLUMNS}
     FROM unnest($1::bytea[]) WITH ORDINALITY AS presented (token_hash, position)
     JOIN tokens t ON t.token_hash = presented.token_hash ${OWNER}`,
);

/** Finds credentials. Every request asks the database, so that a revoked token stops working at once (D-39). */
@Injectable()
export class CredentialsRepository {
  private readonly withEntity = new Map<EndpointRow, Query<StoredCaller & StoredEntity>>();
  private readonly withEntityOfUser = new Map<EndpointRow, Query<CallerFacts & StoredEntity>>();
  private readonly platformEntities = new Map<EndpointRow, Query<object>>();

  constructor(
    private readonly database: Database,
    private readonly lookups: PathLookups,
    private readonly clock: Clock,
  ) {}

  find(key: CallerKey): Promise<StoredCaller | undefined> {
    return this.database.rowByKey(FIND, key);
  }

  /** The credential and the entity that the path names, in one statement. */
  findWithEntity(
    endpoint: EndpointRow,
    key: CallerKey,
    values: PathValues,
    reader: Reader = this.database,
  ): Promise<(StoredCaller & StoredEntity) | undefined> {
    return reader.row(this.statementOf(endpoint), [key, this.clock.now(), ...values]);
  }

  /** As `find` or `findWithEntity`, on what this reader sees. */
  findAgain(
    reader: Reader,
    endpoint: EndpointRow,
    key: CallerKey,
    values: PathValues | undefined,
  ): Promise<StoredCaller | (StoredCaller & StoredEntity) | undefined> {
    if (!values) return reader.row(FIND, [[key]]);
    return this.findWithEntity(endpoint, key, values, reader);
  }

  /** A user instead of a credential, with every scope. */
  findOfUser(
    endpoint: EndpointRow,
    userId: number,
    values: PathValues | undefined,
  ): Promise<CallerFacts | (CallerFacts & StoredEntity) | undefined> {
    if (!values) return this.database.row(FIND_USER, [userId]);
    const statement = remembered(this.withEntityOfUser, endpoint, () =>
      entityStatement<CallerFacts>('auth.ofUser', BY_USER, endpoint, this.lookups.of(endpoint)!),
    );
    return this.database.row(statement, [userId, this.clock.now(), ...values]);
  }

  /** Whether the entity exists that the path of a Platform API endpoint names. */
  async platformEntityExists(endpoint: EndpointRow, values: PathValues): Promise<boolean> {
    const statement = remembered(this.platformEntities, endpoint, () => {
      const { from, where } = this.lookups.of(endpoint)!;
      return query<object>(`auth.platform.${endpoint.platformEntity}`, `SELECT FROM ${from} WHERE ${where}`);
    });
    return (await this.database.row(statement, values)) !== undefined;
  }

  private statementOf(endpoint: EndpointRow): Query<StoredCaller & StoredEntity> {
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

/** The tenant boundary and the grant are conditions of the entity: what the caller may not see is not read. */
function entityStatement<Found>(
  name: string,
  caller: CallerSource,
  { entity, grant, shows }: EndpointRow,
  { from, where, shown, readOnly = 'false', grantedId = '$3' }: PathLookup,
): Query<Found & StoredEntity> {
  const grants = grant
    ? `LEFT JOIN grants granted ON u.restricted AND granted.user_id = u.id AND granted.${grant.kind}_id = ${grantedId}`
    : 'CROSS JOIN (SELECT NULL AS permissions) granted';
  // A change shows nothing before the decision, and must tell what is gone from what is hidden (D-230).
  const visible = grant && shows ? '(NOT caller.restricted OR granted.permissions IS NOT NULL)' : 'true';
  const entities = `FROM ${from} WHERE ${where} AND ${visible}`;
  const found = shows
    ? `SELECT true AS found, row_to_json(columns) AS shown FROM (SELECT ${shown} ${entities}) columns`
    : `SELECT true AS found, NULL AS shown ${entities}`;
  return query(
    `${name}.${entity}.${grant?.kind ?? 'own'}${shows ? '.shown' : ''}`,
    `SELECT ${caller.columns}, entity.found IS NOT NULL AS found, granted.permissions, ${readOnly} AS "readOnly",
       entity.shown
     FROM ${caller.from}
     CROSS JOIN LATERAL (
       SELECT u.id AS user_id, u.account_id, u.restricted, u.account_access, $2::timestamptz AS now) caller
     ${grants}
     LEFT JOIN LATERAL (${found}) entity ON true
     WHERE ${caller.where}`,
  );
}
