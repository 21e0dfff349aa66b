import { command, keyedQuery, query, type Query } from '../../database/statement.js';
import type { PathLookup } from '../../shared/areas/area.js';
import { openingKind, type CallerFacts, type EntityFacts } from '../access.rules.js';
import { namesRecord, type Caller } from '../caller.js';
import type { EndpointRow } from '../endpoint.js';
import { NARROWABLE } from '../narrowing/narrowing.js';
import type { Origin } from '../origin.js';

/** A stored credential and its user. Its expiry is not checked yet. */
export type StoredCaller = Omit<Caller, 'key' | 'question' | 'named' | keyof Origin> & {
  readonly expiry: string | null;
};

/**
 * The caller's access to the path's entity, and the entity's row if the endpoint shows or reads it.
 */
export type StoredEntity = EntityFacts & { readonly shown: object | null };

/** The SQL that finds the caller by `$1`, with the user as `u`. */
interface CallerSource {
  readonly columns: string;
  readonly token: string;
  readonly from: string;
  readonly where: string;
  /** The type of `$1`. */
  readonly type: string;
}

const USER_COLUMNS = `u.id AS "userId", u.username, u.account_id AS "accountId", a.euuid, u.restricted,
  u.user_type AS "userType", u.account_access AS "accountAccess", u.global_grants AS "globalGrants"`;
const NARROWING = `CASE WHEN t.narrowed THEN json_build_object(
  'sources', t.sources, 'unusedDays', t.unused_days, 'unusedUntil', t.unused_until,
  'openKinds', t.wholes) END`;
const COLUMNS = `t.id AS "tokenId", t.kind, t.last_used - '1970-01-01'::date AS "lastUsed",
  t.client_id AS "clientId", t.scopes, least(t.expiry, t.unused_until) AS expiry, ${NARROWING} AS narrowing, ${USER_COLUMNS}`;
const OWNER = 'JOIN users u ON u.id = t.user_id JOIN accounts a ON a.id = u.account_id';
const BY_TOKEN: CallerSource = {
  columns: COLUMNS,
  token: 't.id AS token_id, t.narrowed, t.wholes',
  from: `tokens t ${OWNER}`,
  where: 't.token_hash = $1',
  type: 'bytea',
};
const BY_USER: CallerSource = {
  columns: `'*' AS scopes, NULL::json AS narrowing, ${USER_COLUMNS}`,
  token: `NULL::bigint AS token_id, false AS narrowed, '{}'::text[] AS wholes`,
  from: 'users u JOIN accounts a ON a.id = u.account_id',
  where: 'u.id = $1',
  type: 'bigint',
};

export const FIND_USER = query<CallerFacts>(
  'access.users.find',
  `SELECT ${BY_USER.columns} FROM ${BY_USER.from} WHERE ${BY_USER.where}`,
);

export const FIND_CREDENTIAL = keyedQuery<StoredCaller>(
  'access.credentials.find',
  [BY_TOKEN.type],
  `SELECT ${BY_TOKEN.columns} FROM ${BY_TOKEN.from} WHERE ${BY_TOKEN.where}`,
);

/**
 * A statement, because it computes with the columns. Skips a locked row, because storing a use must
 * not wait for another transaction.
 */
export const NOTE_USE = command(
  'access.tokens.noteUse',
  `UPDATE tokens SET last_used = ($2::timestamptz AT TIME ZONE 'UTC')::date,
     unused_until = $2::timestamptz + make_interval(hours => 24 * unused_days + 1)
   WHERE id = (SELECT id FROM tokens WHERE user_id = $3 AND id = $1 FOR NO KEY UPDATE SKIP LOCKED)`,
);

/** An endpoint, and the look-up of the entity that its path names. */
interface EntityPath {
  readonly endpoint: EndpointRow;
  readonly lookup: PathLookup;
}

/** The credential and the entity. A narrowed token doesn't see the entity. */
export function findWithEntity(path: EntityPath): Query<StoredCaller & StoredEntity> {
  return entityStatement('access.credentials.find', BY_TOKEN, path, NOTHING_NAMED);
}

/** As `findWithEntity`, for a narrowed token. */
export function findNarrowedWithEntity(path: EntityPath): Query<StoredCaller & StoredEntity> {
  return entityStatement('access.credentials.findNarrowed', BY_TOKEN, path, narrowingTexts(path));
}

/** As `findWithEntity`, for a user instead of a credential. */
export function findUserWithEntity(path: EntityPath): Query<CallerFacts & StoredEntity> {
  return entityStatement('access.users.find', BY_USER, path, NOTHING_NAMED);
}

/** A row when the entity of a Platform API path exists. */
export function findPlatformEntity({ endpoint, lookup }: EntityPath): Query<object> {
  const { from, where } = lookup;
  return query(
    `access.platformEntities.find.${endpoint.platformEntity}`,
    `SELECT FROM ${from} WHERE ${where}`,
  );
}

/**
 * Reads the entity only under the conditions of the tenant boundary, the grant and the token's
 * restrictions. The name ends with the entity, the grant's kind, and `shown`, `read` or `delete`.
 */
function entityStatement<Found>(
  name: string,
  caller: CallerSource,
  { endpoint, lookup }: EntityPath,
  texts: NarrowingTexts,
): Query<Found & StoredEntity> {
  const { entity, grant, shows, reads } = endpoint;
  const { named, record } = texts;
  const { readOnly = 'false', undeletable, grantedId = '$3' } = lookup;
  const deletes = endpoint.method === 'DELETE' && undeletable;
  const grants = grant
    ? `LEFT JOIN grants granted ON u.restricted AND granted.user_id = u.id AND granted.${grant.kind}_id = ${grantedId}`
    : 'CROSS JOIN (SELECT NULL AS permissions) granted';
  return keyedQuery(
    `${name}.${entity}.${grant?.kind ?? 'own'}${shows ? '.shown' : ''}${reads ? '.read' : ''}${deletes ? '.delete' : ''}`,
    [caller.type, 'timestamptz', ...lookup.params.map(() => (lookup.key === 'text' ? 'text' : 'bigint'))],
    `SELECT ${caller.columns}, entity.found IS NOT NULL AS found, granted.permissions,
       (${readOnly}${deletes ? ` OR ${deletes}` : ''}) AS "readOnly",
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

/** The SQL that finds the entity, with its row if the endpoint shows or reads it. */
function foundEntity(
  { grant, shows, reads }: EndpointRow,
  { from, where, shown, read }: PathLookup,
  { within, record }: NarrowingTexts,
): string {
  const visible = grant ? '(NOT caller.restricted OR granted.permissions IS NOT NULL)' : 'true';
  if (shows)
    return `SELECT true AS found, row_to_json(columns) AS shown
      FROM (SELECT ${shown} FROM ${from} WHERE ${where} AND ${visible} AND ${within}) columns`;
  // A change must distinguish a deleted entity from a hidden one (D-230).
  const row = reads ? `(SELECT row_to_json(columns) FROM (SELECT ${read} WHERE ${visible}) columns)` : 'NULL';
  return `SELECT true AS found, ${row} AS shown, ${record} AS record FROM ${from} WHERE ${where}`;
}

/**
 * SQL of a token's restrictions: the condition of the entity, the entries as JSON, and the record
 * that entries are compared with.
 */
interface NarrowingTexts {
  readonly within: string;
  readonly named: string;
  readonly record: string;
}

/** For tokens that are not narrowed. A narrowed token finds no entity. */
const NOTHING_NAMED: NarrowingTexts = {
  within: 'NOT caller.narrowed',
  named: 'NULL::json',
  record: 'NULL::json',
};

function narrowingTexts({ endpoint, lookup }: EntityPath): NarrowingTexts {
  const { grant, shows } = endpoint;
  const { grantedId = '$3', record } = lookup;
  const reached = `'${openingKind(endpoint)}' = ANY (caller.wholes)`;
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
