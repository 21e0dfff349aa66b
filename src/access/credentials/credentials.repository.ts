import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Reader } from '../../database/reader.js';
import { command, keyedQuery, query, type Query } from '../../database/statement.js';
import { wholeOf, type CallerFacts, type EntityFacts } from '../access.rules.js';
import { namesRecord, type Caller, type CallerKey } from '../caller.js';
import { NARROWABLE } from '../narrowing/narrowing.js';
import type { Origin } from '../origin.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { Clock } from '../../shared/time/clock.js';
import type { EndpointRow } from '../endpoint.js';
import { PathLookups, type PathValues } from '../path-lookups.js';

/** A stored credential and its user. The clock decides whether it has expired. */
export type StoredCaller = Omit<Caller, 'key' | 'question' | 'named' | keyof Origin> & {
  readonly expiry: string | null;
};

/** The caller's access to the entity that the path names, and the entity's row if the endpoint shows or reads it. */
export type StoredEntity = EntityFacts & { readonly shown: object | null };

/** Where statements find the caller: the row of `$1`, with the user as `u`. */
interface CallerSource {
  readonly columns: string;
  readonly token: string;
  readonly from: string;
  readonly where: string;
}

const USER_COLUMNS = `u.id AS "userId", u.username, u.account_id AS "accountId", a.euuid, u.restricted,
  u.user_type AS "userType", u.account_access AS "accountAccess", u.global_grants AS "globalGrants"`;
const NARROWING = `CASE WHEN t.narrowed THEN json_build_object(
  'sources', t.sources, 'unusedDays', t.unused_days, 'unusedUntil', t.unused_until,
  'wholes', t.wholes) END`;
const COLUMNS = `t.id AS "tokenId", t.kind, t.last_used - '1970-01-01'::date AS "lastUsed", t.client_id AS "clientId", t.scopes, least(t.expiry, t.unused_until) AS expiry,
  ${NARROWING} AS narrowing, ${USER_COLUMNS}`;
const OWNER = 'JOIN users u ON u.id = t.user_id JOIN accounts a ON a.id = u.account_id';
const BY_TOKEN: CallerSource = {
  columns: COLUMNS,
  token: 't.id AS token_id, t.narrowed, t.wholes',
  from: `tokens t ${OWNER}`,
  where: 't.token_hash = $1',
};
const BY_USER: CallerSource = {
  columns: `'*' AS scopes, NULL::json AS narrowing, ${USER_COLUMNS}`,
  token: `NULL::bigint AS token_id, false AS narrowed, '{}'::text[] AS wholes`,
  from: 'users u JOIN accounts a ON a.id = u.account_id',
  where: 'u.id = $1',
};

const FIND_USER = query<CallerFacts>(
  'access.ofUser',
  `SELECT ${BY_USER.columns} FROM ${BY_USER.from} WHERE ${BY_USER.where}`,
);

const FIND = keyedQuery<StoredCaller & { position: number }>(
  'access.credential',
  `SELECT presented.position, ${COLUMNS}
     FROM unnest($1::bytea[]) WITH ORDINALITY AS presented (token_hash, position)
     JOIN tokens t ON t.token_hash = presented.token_hash ${OWNER}`,
);

/**
 * A statement, because it computes with the columns. Skips a row that another request notes, or that a transaction ends: a use is
 * never worth waiting for.
 */
const NOTE_USE = command(
  'access.noteUse',
  `UPDATE tokens SET last_used = ($2::timestamptz AT TIME ZONE 'UTC')::date,
     unused_until = $2::timestamptz + make_interval(hours => 24 * unused_days + 1)
   WHERE id = (SELECT id FROM tokens WHERE user_id = $3 AND id = $1 FOR NO KEY UPDATE SKIP LOCKED)`,
);

/** Finds credentials. Every request asks the database, so that a revoked token stops working at once (D-39). */
@Injectable()
export class CredentialsRepository {
  private readonly withEntity = new Map<EndpointRow, Query<StoredCaller & StoredEntity>>();
  private readonly withNamedEntity = new Map<EndpointRow, Query<StoredCaller & StoredEntity>>();
  private readonly withEntityOfUser = new Map<EndpointRow, Query<CallerFacts & StoredEntity>>();
  private readonly platformEntities = new Map<EndpointRow, Query<object>>();

  constructor(
    private readonly database: Database,
    private readonly lookups: PathLookups,
    private readonly clock: Clock,
  ) {}

  find(key: CallerKey): Promise<StoredCaller | undefined> {
    return this.database.row(FIND, [key]);
  }

  /** The credential and the entity that the path names, in one statement; for a narrowed token in a second one. */
  async findWithEntity(
    endpoint: EndpointRow,
    key: CallerKey,
    values: PathValues,
    reader: Reader = this.database,
  ): Promise<(StoredCaller & StoredEntity) | undefined> {
    const parameters = [key, this.clock.now(), ...values];
    const stored = await reader.row(this.statementOf(endpoint), parameters);
    return stored?.narrowing ? reader.row(this.narrowedStatementOf(endpoint), parameters) : stored;
  }

  /** As `find` or `findWithEntity`, on what this reader sees. */
  findAgain(
    reader: Reader,
    endpoint: EndpointRow,
    key: CallerKey,
    values: PathValues | undefined,
  ): Promise<StoredCaller | (StoredCaller & StoredEntity) | undefined> {
    if (!values) return reader.row(FIND, [key]);
    return this.findWithEntity(endpoint, key, values, reader);
  }

  async noteUse({ tokenId, userId }: Pick<Caller, 'tokenId' | 'userId'>, now: Date): Promise<void> {
    await this.database.change((run) => run(NOTE_USE, [tokenId, now, userId]));
  }

  /** A user instead of a credential, with every scope. */
  findOfUser(
    endpoint: EndpointRow,
    userId: number,
    values: PathValues | undefined,
  ): Promise<CallerFacts | (CallerFacts & StoredEntity) | undefined> {
    if (!values) return this.database.row(FIND_USER, [userId]);
    const statement = remembered(this.withEntityOfUser, endpoint, () =>
      entityStatement<CallerFacts>(
        'access.ofUser',
        BY_USER,
        endpoint,
        this.lookups.of(endpoint)!,
        NOTHING_NAMED,
      ),
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
      entityStatement<StoredCaller>('auth', BY_TOKEN, endpoint, this.lookups.of(endpoint)!, NOTHING_NAMED),
    );
  }

  /** Apart, because what a token names would cost every request a third of the statement. */
  private narrowedStatementOf(endpoint: EndpointRow): Query<StoredCaller & StoredEntity> {
    return remembered(this.withNamedEntity, endpoint, () => {
      const lookup = this.lookups.of(endpoint)!;
      const texts = narrowingTexts(endpoint, lookup);
      return entityStatement<StoredCaller>('access.narrowed', BY_TOKEN, endpoint, lookup, texts);
    });
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

/** The tenant boundary, the grant and what a token names are conditions of the entity: nothing else is read. */
function entityStatement<Found>(
  name: string,
  caller: CallerSource,
  endpoint: EndpointRow,
  lookup: PathLookup,
  texts: NarrowingTexts,
): Query<Found & StoredEntity> {
  const { entity, grant, shows, reads } = endpoint;
  const { named, record } = texts;
  const { readOnly = 'false', grantedId = '$3' } = lookup;
  const grants = grant
    ? `LEFT JOIN grants granted ON u.restricted AND granted.user_id = u.id AND granted.${grant.kind}_id = ${grantedId}`
    : 'CROSS JOIN (SELECT NULL AS permissions) granted';
  return query(
    `${name}.${entity}.${grant?.kind ?? 'own'}${shows ? '.shown' : ''}${reads ? '.read' : ''}`,
    `SELECT ${caller.columns}, entity.found IS NOT NULL AS found, granted.permissions, ${readOnly} AS "readOnly",
       entity.shown, ${named} AS named, ${shows ? record : 'entity.record'} AS record
     FROM ${caller.from}
     CROSS JOIN LATERAL (
       SELECT u.id AS user_id, u.account_id, u.restricted, u.account_access, ${caller.token},
         $2::timestamptz AS now) caller
     ${grants}
     LEFT JOIN LATERAL (${foundEntity(endpoint, lookup, texts)}) entity ON true
     WHERE ${caller.where}`,
  );
}

/** SQL of whether the entity is there, with its row where the endpoint shows or reads it. */
function foundEntity(
  { grant, shows, reads }: EndpointRow,
  { from, where, shown, read }: PathLookup,
  { within, record }: NarrowingTexts,
): string {
  const visible = grant ? '(NOT caller.restricted OR granted.permissions IS NOT NULL)' : 'true';
  if (shows)
    return `SELECT true AS found, row_to_json(columns) AS shown
      FROM (SELECT ${shown} FROM ${from} WHERE ${where} AND ${visible} AND ${within}) columns`;
  // A change must tell what is gone from what is hidden (D-230).
  const row = reads ? `(SELECT row_to_json(columns) FROM (SELECT ${read} WHERE ${visible}) columns)` : 'NULL';
  return `SELECT true AS found, ${row} AS shown, ${record} AS record FROM ${from} WHERE ${where}`;
}

/** What a narrowed token names of the entity: as a condition of the entity, as JSON, and the record that it is compared with. */
interface NarrowingTexts {
  readonly within: string;
  readonly named: string;
  readonly record: string;
}

/** For tokens that are not narrowed; to others it shows nothing. */
const NOTHING_NAMED: NarrowingTexts = {
  within: 'NOT caller.narrowed',
  named: 'NULL::json',
  record: 'NULL::json',
};

function narrowingTexts(endpoint: EndpointRow, { grantedId = '$3', record }: PathLookup): NarrowingTexts {
  const { grant, shows } = endpoint;
  const reached = `'${wholeOf(endpoint)}' = ANY (caller.wholes)`;
  const kind = NARROWABLE.find((one) => one === grant?.kind);
  if (!kind) return { ...NOTHING_NAMED, within: reached };
  const entries = `FROM token_restrictions n WHERE n.token_id = caller.token_id AND n.${kind}_id = ${grantedId}`;
  const fits = record ? `AND ${namesRecord('n', record)}` : '';
  const shown = shows ? 'entity.shown' : `json_build_object('name', ${record}.name, 'type', ${record}.type)`;
  return {
    within: `(${reached} OR (SELECT true ${entries} ${fits} LIMIT 1))`,
    named: `(SELECT json_agg(json_build_object('names', n.names, 'types', n.types, 'actions', n.actions) ORDER BY n.id)
      ${entries})`,
    record: record ? shown : 'NULL::json',
  };
}
