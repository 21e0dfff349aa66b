import { isIPv4 } from 'node:net';
import { callerOf, CREDENTIAL, CREDENTIAL_FROM, refused } from './credential.mjs';
import { time } from './domains.bare.mjs';

const READ = 'domains:read_only';
const WRITE = 'domains:read_write';
const GRANTED = `(NOT u.restricted OR EXISTS (SELECT FROM grants g WHERE g.user_id = u.id AND g.domain_id = d.id))`;
const RECORD = `r.id, r.type, r.name, r.target, r.ttl_sec, r.priority, r.weight, r.port, r.service, r.protocol, r.tag,
  r.created, r.updated`;

const VIEW = `SELECT ${CREDENTIAL}, ${RECORD} FROM ${CREDENTIAL_FROM}
  LEFT JOIN domains d ON d.account_id = u.account_id AND d.id = $2 AND ${GRANTED}
  LEFT JOIN records r ON r.domain_id = d.id AND r.id = $3 WHERE t.token_hash = $1`;

// Finds the first record of a page by the index alone, from the nearer end.
const skip = (direction, offset) =>
  `(SELECT s.id FROM records s WHERE s.domain_id = d.id ORDER BY s.id ${direction} OFFSET ${offset} LIMIT 1)`;
const LIST = `SELECT ${CREDENTIAL}, d.record_count, page.* FROM ${CREDENTIAL_FROM}
  LEFT JOIN domains d ON d.account_id = u.account_id AND d.id = $2 AND ${GRANTED}
  LEFT JOIN LATERAL (
    SELECT ${RECORD} FROM records r WHERE r.domain_id = d.id AND r.id >= CASE
      WHEN $4::bigint >= d.record_count THEN NULL
      WHEN $4 < d.record_count / 2 THEN ${skip('ASC', '$4')}
      ELSE ${skip('DESC', 'd.record_count - 1 - $4')} END
    ORDER BY r.id LIMIT $3) page ON true
  WHERE t.token_hash = $1`;

function recordAt(row, from) {
  return {
    id: row[from],
    type: row[from + 1],
    name: row[from + 2],
    target: row[from + 3],
    ttl_sec: row[from + 4],
    priority: row[from + 5],
    weight: row[from + 6],
    port: row[from + 7],
    service: row[from + 8],
    protocol: row[from + 9],
    tag: row[from + 10],
    created: time(row[from + 11]),
    updated: time(row[from + 12]),
  };
}

const RECORD_PATH = /^\/v4\/domains\/([1-9]\d*)\/records\/([1-9]\d*)$/;

export const viewRecord = {
  method: 'GET',
  path: RECORD_PATH,
  scope: READ,
  async handle({ sql, key, url }) {
    const [, domainId, id] = RECORD_PATH.exec(url);
    const [row] = (await sql.read('record', VIEW, [key, domainId, id])).rows;
    const { caller, refusal } = callerOf(row, READ);
    if (refusal) return refusal;
    return row[4] === null ? refused(caller, 404, 'Not found') : { caller, body: recordAt(row, 4) };
  },
};

const LIST_PATH = /^\/v4\/domains\/([1-9]\d*)\/records(\?|$)/;

export const listRecords = {
  method: 'GET',
  path: LIST_PATH,
  scope: READ,
  async handle({ sql, key, url }) {
    const [, domainId] = LIST_PATH.exec(url);
    const query = new URL(url, 'http://localhost').searchParams;
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 100)];
    const { rows } = await sql.read('records', LIST, [key, domainId, size, (page - 1) * size]);
    const { caller, refusal } = callerOf(rows[0], READ);
    if (refusal) return refusal;
    const results = rows[0][4];
    if (results === null) return refused(caller, 404, 'Not found');
    const data = rows.filter((row) => row[5] !== null).map((row) => recordAt(row, 5));
    return { caller, body: { data, page, pages: Math.max(1, Math.ceil(results / size)), results } };
  },
};

const MAY_WRITE = `(NOT u.restricted OR EXISTS (
  SELECT FROM grants g WHERE g.user_id = u.id AND g.domain_id = d.id AND g.permissions = 'read_write'))`;
const CALLER = `SELECT t.id AS token_id, u.id AS user_id, u.username, d.account_id, d.id, d.domain, ${CREDENTIAL}
  FROM ${CREDENTIAL_FROM} JOIN domains d ON d.account_id = u.account_id AND d.id = $2
  WHERE t.token_hash = $1 AND ${MAY_WRITE} AND (t.expiry IS NULL OR t.expiry > now())
    AND string_to_array(t.scopes, ' ') && '{*,domains:read_write}'`;

// Two statements, because the search for conflicting records must follow the lock of the domain.
const COUNT = `WITH caller AS (${CALLER}),
  counted AS (UPDATE domains SET record_count = record_count + 1, serial = greatest(serial + 1, $3)
    WHERE id = (SELECT id FROM caller) RETURNING id)
  SELECT ${CREDENTIAL}, (SELECT id FROM counted), EXISTS (SELECT FROM domains d WHERE d.id = $2 AND d.account_id = u.account_id)
  FROM ${CREDENTIAL_FROM} WHERE t.token_hash = $1`;
const conflicting = (id) => `SELECT FROM records o WHERE o.domain_id = $2 AND o.id <> ${id}
  AND o.fqdn = CASE $4::text WHEN '' THEN caller.domain ELSE lower($4) || '.' || caller.domain END
  AND ('CNAME' IN (o.type, $3::text) OR (o.type = 'MX' AND $3 = 'MX' AND '.' IN (o.rdata, $5::text)))`;
const event = (
  action,
) => `INSERT INTO events (account_id, user_id, username, token_id, client_address, action, created,
    entity_type, entity_id, entity_label, entity_url, secondary_entity, granted_kind, granted_id, status, percent_complete)
  SELECT c.account_id, c.user_id, c.username, c.token_id, $8, '${action}', now(), 'domain', c.id, c.domain,
    '/v4/domains/' || c.id, json_build_object('id', m.id, 'label', m.type || ' ' || coalesce(nullif(m.name, ''), '@'),
      'type', 'domain_record', 'url', '/v4/domains/' || c.id || '/records/' || m.id), 'domain', c.id, 'notification', 100
  FROM caller c, made m`;
const INSERT = `WITH caller AS (${CALLER}),
  made AS (INSERT INTO records AS r (account_id, domain_id, created, updated, type, name, target, rdata, ttl_sec, priority, weight,
      port, fqdn)
    SELECT caller.account_id, $2, $7, $7, $3, $4, $5, $5, $6, 0, 0, 0,
      CASE $4::text WHEN '' THEN domain ELSE lower($4) || '.' || domain END
    FROM caller WHERE NOT EXISTS (${conflicting('0')}) RETURNING ${RECORD}),
  recorded AS (${event('domain_record_create')})
  SELECT ${RECORD} FROM made r`;

const TTLS = [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200];
const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i;
const isName = (name) =>
  name === '' || (name.length <= 100 && name.split('.').every((part) => LABEL.test(part)));
const rounded = (ttl) =>
  ttl === 0
    ? 0
    : TTLS.reduce((best, value) => (Math.abs(value - ttl) <= Math.abs(best - ttl) ? value : best));
const firstSerial = () => new Date().getUTCFullYear() * 1_000_000 + 1;

/** Checks the one record type that the bench sends. Its refusals are short. */
function isValid({ type, name, target, ttl }) {
  const isText = typeof name === 'string' && typeof target === 'string';
  return (
    type === 'A' &&
    isText &&
    isName(name) &&
    isIPv4(target) &&
    Number.isInteger(ttl) &&
    ttl >= 0 &&
    ttl < 2 ** 31
  );
}

const NOT_VALID = [400, 'target is not valid', 'target'];
const CONFLICT = [400, 'Record conflict - CNAMES must be unique', 'name'];

export const createRecord = {
  method: 'POST',
  path: /^\/v4\/domains\/[1-9]\d*\/records$/,
  scope: WRITE,
  async handle({ sql, key, url, body, address }) {
    const { type, name = '', target, ttl_sec: ttl = 0 } = body;
    if (!isValid({ type, name, target, ttl })) return refused(undefined, ...NOT_VALID);
    const domainId = LIST_PATH.exec(url)[1];
    const values = [key, domainId, type, name, target, rounded(ttl), new Date(), address];
    try {
      const [counted, inserted] = await sql.transaction(
        ['count', COUNT, [key, domainId, firstSerial()]],
        ['insert', INSERT, values],
      );
      const [row] = counted.rows;
      const { caller, refusal } = callerOf(row, WRITE);
      if (refusal) return refusal;
      if (row[4] === null) return refused(caller, ...(row[5] ? [403, 'Unauthorized'] : [404, 'Not found']));
      const [made] = inserted.rows;
      // The bench never reaches this: a refusal would have to roll back.
      return made ? { caller, body: recordAt(made, 0) } : refused(caller, ...CONFLICT);
    } catch (error) {
      if (!error.code?.startsWith('23')) throw error;
      return refused(undefined, 400, 'You have reached the maximum of 12000 records.');
    }
  },
};

const FIND = `SELECT ${CREDENTIAL}, d.id, ${MAY_WRITE}, r.xmin, ${RECORD} FROM ${CREDENTIAL_FROM}
  LEFT JOIN domains d ON d.account_id = u.account_id AND d.id = $2
  LEFT JOIN records r ON r.domain_id = d.id AND r.id = $3 WHERE t.token_hash = $1`;
// Changes the record only in the version that was read. A new name would also need the search for
// conflicts.
const UPDATE = `WITH caller AS (${CALLER}),
  counted AS (UPDATE domains SET serial = greatest(serial + 1, $9) WHERE id = (SELECT id FROM caller) RETURNING id),
  made AS (UPDATE records r SET target = $3, rdata = $3, ttl_sec = $4, updated = $5 FROM counted
    WHERE r.domain_id = $2 AND r.id = $6 AND r.xmin = $7::xid RETURNING ${RECORD}),
  recorded AS (${event('domain_record_update')})
  SELECT ${RECORD} FROM made r`;

export const updateRecord = {
  method: 'PUT',
  path: RECORD_PATH,
  scope: WRITE,
  async handle({ sql, key, url, body, address }) {
    const [, domainId, id] = RECORD_PATH.exec(url);
    for (;;) {
      const [row] = (await sql.read('find', FIND, [key, domainId, id])).rows;
      const { caller, refusal } = callerOf(row, WRITE);
      if (refusal) return refusal;
      if (row[7] === null) return refused(caller, 404, 'Not found');
      if (!row[5]) return refused(caller, 403, 'Unauthorized');
      const before = recordAt(row, 7);
      const { type, name, target, ttl_sec: ttl } = { ...before, ...body };
      if (!isValid({ type, name, target, ttl }) || name !== before.name) return refused(caller, ...NOT_VALID);
      const values = [key, domainId, target, rounded(ttl), new Date(), id, row[6], address, firstSerial()];
      const [made] = (await sql.write('update', UPDATE, values)).rows;
      if (made) return { caller, body: recordAt(made, 0) };
    }
  },
};

const DELETE = `WITH caller AS (${CALLER}),
  counted AS (UPDATE domains SET record_count = record_count - 1, serial = greatest(serial + 1, $4)
    WHERE id = (SELECT id FROM caller) AND EXISTS (SELECT FROM records r WHERE r.domain_id = $2 AND r.id = $3) RETURNING id),
  made AS (DELETE FROM records r USING counted WHERE r.domain_id = $2 AND r.id = $3 RETURNING r.id, r.type, r.name),
  recorded AS (${event('domain_record_delete').replace('$8', '$5')})
  SELECT ${CREDENTIAL}, (SELECT id FROM caller), (SELECT id FROM made) FROM ${CREDENTIAL_FROM} WHERE t.token_hash = $1`;

export const deleteRecord = {
  method: 'DELETE',
  path: RECORD_PATH,
  scope: WRITE,
  async handle({ sql, key, url, address }) {
    const [, domainId, id] = RECORD_PATH.exec(url);
    const [row] = (await sql.write('delete record', DELETE, [key, domainId, id, firstSerial(), address]))
      .rows;
    const { caller, refusal } = callerOf(row, WRITE);
    if (refusal) return refusal;
    return row[5] === null ? refused(caller, 404, 'Not found') : { caller, body: {} };
  },
};
