import { callerOf, CREDENTIAL, CREDENTIAL_FROM, refused } from './credential.mjs';
import { chainOf, faultOfName, GIVE_UP_NAME, isReserved, LOCK_NAME, nameValues } from './ownership.bare.mjs';

const READ = 'domains:read_only';
const WRITE = 'domains:read_write';
export const DOMAIN = `d.id, d.domain, d.type, d.status, d.description, d.domain_group, d.soa_email, d.master_ips, d.axfr_ips,
  d.expire_sec, d.refresh_sec, d.retry_sec, d.ttl_sec, d.tags, d.created, d.updated`;
const GRANTED = `(NOT u.restricted OR EXISTS (SELECT FROM grants g WHERE g.user_id = u.id AND g.domain_id = d.id))`;

const LIST = `SELECT ${CREDENTIAL},
    CASE WHEN u.restricted
      THEN (SELECT count(*) FROM domains d WHERE d.account_id = u.account_id AND ${GRANTED}) ELSE a.domain_count END,
    page.* FROM ${CREDENTIAL_FROM}
  LEFT JOIN LATERAL (SELECT ${DOMAIN} FROM domains d WHERE d.account_id = u.account_id AND ${GRANTED}
    ORDER BY d.id LIMIT $2 OFFSET $3) page ON true
  WHERE t.token_hash = $1`;

function domainAt(row, from) {
  return {
    id: row[from],
    domain: row[from + 1],
    type: row[from + 2],
    status: row[from + 3],
    description: row[from + 4],
    group: row[from + 5],
    soa_email: row[from + 6],
    master_ips: row[from + 7],
    axfr_ips: row[from + 8],
    expire_sec: row[from + 9],
    refresh_sec: row[from + 10],
    retry_sec: row[from + 11],
    ttl_sec: row[from + 12],
    tags: row[from + 13],
    created: time(row[from + 14]),
    updated: time(row[from + 15]),
  };
}

export const time = (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}`;

export const listDomains = {
  method: 'GET',
  path: /^\/v4\/domains(\?|$)/,
  scope: READ,
  async handle({ sql, key, url }) {
    const query = new URL(url, 'http://localhost').searchParams;
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 100)];
    const { rows } = await sql.read('domains', LIST, [key, size, (page - 1) * size]);
    const { caller, refusal } = callerOf(rows[0], READ);
    if (refusal) return refusal;
    const results = rows[0][4];
    const data = rows.filter((row) => row[5] !== null).map((row) => domainAt(row, 5));
    return { caller, body: { data, page, pages: Math.max(1, Math.ceil(results / size)), results } };
  },
};

const SHOWN = 'caller.scopes, caller.expiry, caller.euuid, caller.restricted';
/** @param may an SQL condition on the user `u` */
export const callerWho = (may) => `caller AS (
  SELECT ${CREDENTIAL}, t.id AS token_id, u.id AS user_id, u.username, u.account_id, ${may} AS may,
    (t.expiry IS NULL OR t.expiry > now()) AND string_to_array(t.scopes, ' ') && '{*,domains:read_write}' AS reaches
  FROM ${CREDENTIAL_FROM} WHERE t.token_hash = $1)`;
/**
 * `$2` is the client's address.
 * @param from the common table expression with the domain's id and name
 */
export const eventOf = (action, from, message = 'NULL') => `recorded AS (
  INSERT INTO events (account_id, user_id, username, token_id, client_address, action, created, entity_type, entity_id,
    entity_label, entity_url, granted_kind, granted_id, status, percent_complete, message)
  SELECT c.account_id, c.user_id, c.username, c.token_id, $2, '${action}', now(), 'domain', d.id, d.domain,
    '/v4/domains/' || d.id, 'domain', d.id, 'notification', 100, ${message} FROM ${from} d, caller c)`;
export const MAY_ADD = `(NOT u.restricted OR 'add_domains' = ANY (u.global_grants))`;
export const GRANT_CREATOR = `granting AS (INSERT INTO grants (account_id, user_id, domain_id, permissions)
  SELECT c.account_id, c.user_id, d.id, 'read_write' FROM caller c, d WHERE c.restricted)`;
export const firstSerial = () => new Date().getUTCFullYear() * 1_000_000 + 1;
export const normalised = (domain) => domain.toLowerCase().replace(/\.$/, '');
export const isDomain = (domain) =>
  domain.length <= 253 &&
  domain.split('.').length > 1 &&
  domain.split('.').every((label) => LABEL.test(label));
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * The response for the row of a writing statement, which starts with the credential, `may` and the
 * domain's id.
 */
function answerOf(row, bodyOf) {
  const { caller, refusal } = callerOf(row, WRITE);
  if (refusal) return refusal;
  if (!row[4]) return refused(caller, 403, 'Unauthorized');
  return row[5] === null ? refused(caller, 404, 'Not found') : { caller, body: bodyOf(row) };
}

/** The response for the row of a new domain, which ends with the reason to refuse the name. */
export function answerOfNew(row) {
  const answer = answerOf(row, () => domainAt(row, 5));
  const fault = row?.at(-1);
  return fault && answer.status === 404 ? refused(answer.caller, 400, fault, 'domain') : answer;
}

/**
 * Takes the name's locks, then runs the statement that creates the domain.
 * @returns its row
 */
export async function makeNamed(sql, domain, ...statement) {
  const [, { rows }] = await sql.transaction(['lock name', LOCK_NAME, [chainOf(domain)]], statement);
  return rows[0];
}

const CLONE = `WITH ${callerWho(`${MAY_ADD} AND (NOT u.restricted OR EXISTS (
    SELECT FROM grants g WHERE g.user_id = u.id AND g.domain_id = $3))`)},
  name AS MATERIALIZED (SELECT ${faultOfName(5)} AS fault),
  counted AS (UPDATE accounts SET domain_count = domain_count + 1
    WHERE id = (SELECT account_id FROM caller, name WHERE reaches AND may AND fault IS NULL) RETURNING id),
  source AS (SELECT d.* FROM domains d, counted WHERE d.account_id = counted.id AND d.id = $3),
  d AS (INSERT INTO domains (account_id, domain, type, status, description, domain_group, soa_email, master_ips, axfr_ips,
      expire_sec, refresh_sec, retry_sec, ttl_sec, tags, serial, record_count)
    SELECT account_id, $5, type, 'active', description, domain_group, soa_email, master_ips, axfr_ips, expire_sec,
      refresh_sec, retry_sec, ttl_sec, tags, $4, record_count FROM source RETURNING *),
  copied AS (INSERT INTO records (account_id, domain_id, type, name, target, ttl_sec, priority, weight, port, service, protocol, tag,
      created, updated, fqdn, rdata)
    SELECT d.account_id, d.id, r.type, r.name, r.target, r.ttl_sec, r.priority, r.weight, r.port, r.service, r.protocol, r.tag, now(),
      now(), CASE r.name WHEN '' THEN d.domain ELSE lower(r.name) || '.' || d.domain END, r.rdata
    FROM d, records r WHERE r.domain_id = $3 ORDER BY r.id),
  ${GRANT_CREATOR}, ${eventOf('domain_create', 'd')}
  SELECT ${SHOWN}, may, ${DOMAIN}, name.fault FROM name, caller LEFT JOIN d ON true`;

const CLONE_PATH = /^\/v4\/domains\/([1-9]\d*)\/clone$/;

export const cloneDomain = {
  method: 'POST',
  path: CLONE_PATH,
  scope: WRITE,
  async handle({ sql, key, url, body, address }) {
    const domain = normalised(body.domain);
    if (!isDomain(domain)) return refused(undefined, 400, 'Domain is not valid.', 'domain');
    if (isReserved(domain)) return refused(undefined, 400, 'Domain is not available.', 'domain');
    const values = [key, address, CLONE_PATH.exec(url)[1], firstSerial(), ...nameValues(domain)];
    return answerOfNew(await makeNamed(sql, domain, 'clone', CLONE, values));
  },
};

const DELETE = `WITH ${callerWho(`(NOT u.restricted OR EXISTS (
    SELECT FROM grants g WHERE g.user_id = u.id AND g.domain_id = $3 AND g.permissions = 'read_write'))`)},
  d AS (DELETE FROM domains USING caller c
    WHERE domains.id = $3 AND domains.account_id = c.account_id AND c.reaches AND c.may
    RETURNING domains.id, domains.domain, domains.account_id, domains.named),
  counted AS (UPDATE accounts SET domain_count = domain_count - 1
    WHERE id = (SELECT c.account_id FROM caller c, d)),
  ${GIVE_UP_NAME}, ${eventOf('domain_delete', 'd')}
  SELECT ${SHOWN}, may, d.id FROM caller LEFT JOIN d ON true`;

const DELETE_PATH = /^\/v4\/domains\/([1-9]\d*)$/;

export const deleteDomain = {
  method: 'DELETE',
  path: DELETE_PATH,
  scope: WRITE,
  async handle({ sql, key, url, address }) {
    const { rows } = await sql.write('delete domain', DELETE, [key, address, DELETE_PATH.exec(url)[1]]);
    return answerOf(rows[0], () => ({}));
  },
};
