// Which account may have which name (D-201 to D-203): the service's checks.
import { parse } from 'tldts';

const HOLD = { days: 30, afterHours: 24 };
const RESERVED = ['example.net', 'localhost'];

/**
 * Locks the names above (shared) and the name itself (exclusive) until the transaction ends. `$1`:
 * the chain.
 */
export const LOCK_NAME = `SELECT CASE WHEN place = cardinality($1::text[]) THEN pg_advisory_xact_lock(hashtextextended(name, 201))
    ELSE pg_advisory_xact_lock_shared(hashtextextended(name, 201)) END
  FROM unnest($1::text[]) WITH ORDINALITY AS chain (name, place)`;

const HELD = `f.account_id <> c.account_id AND f.until > now() - interval '${HOLD.days} days'
  AND f.until - f.since >= interval '${HOLD.afterHours} hours'`;

/**
 * SQL of the reason to refuse a name to the account of `caller`; null when there is none.
 * @param first the number of the first of four parameters, for the values of `nameValues`
 */
export function faultOfName(first, caller = 'caller') {
  const [name, chain, from, to] = [0, 1, 2, 3].map((more) => `$${first + more}`);
  const below = (column) =>
    `reverse(${column}) COLLATE "C" >= ${from} AND reverse(${column}) COLLATE "C" < ${to}`;
  return `(SELECT CASE
      WHEN h.id IS DISTINCT FROM c.account_id AND (h.id IS NOT NULL
        OR EXISTS (SELECT FROM former_domains f WHERE f.domain = ${name} AND ${HELD})) THEN 'Domain is not available.'
      WHEN EXISTS (SELECT FROM domains d WHERE d.domain = ${name}) THEN 'Domain already exists.'
      WHEN h.id IS DISTINCT FROM c.account_id AND (
        EXISTS (SELECT FROM domains d WHERE d.domain = ANY (${chain}) AND d.domain <> ${name} AND d.account_id <> c.account_id)
        OR EXISTS (SELECT FROM domains d WHERE ${below('d.domain')} AND d.account_id <> c.account_id)
        OR EXISTS (SELECT FROM former_domains f WHERE f.domain = ANY (${chain}) AND f.domain <> ${name} AND ${HELD})
        OR EXISTS (SELECT FROM former_domains f WHERE ${below('f.domain')} AND ${HELD})) THEN 'Domain conflicts with a domain of another account.' END
    FROM ${caller} c, (SELECT (max(ARRAY[length(h.domain), h.account_id]))[2] AS id FROM domain_holders h
      WHERE h.domain = ANY (${chain}::text[])) h)`;
}

export function chainOf(domain) {
  const labels = domain.split('.');
  return labels
    .slice(1)
    .map((_, index) => labels.slice(index).join('.'))
    .reverse();
}

/** The values of the parameters of `faultOfName`. */
export function nameValues(domain) {
  const backwards = [...domain].reverse().join('');
  return [domain, chainOf(domain), `${backwards}.`, `${backwards}/`];
}

/** Whether no customer may have the name (D-202). */
export function isReserved(domain) {
  const { publicSuffix, isIcann, isPrivate } = parse(domain, {
    allowPrivateDomains: true,
    extractHostname: false,
  });
  if (publicSuffix === domain && (isIcann || isPrivate)) return true;
  return RESERVED.some((name) => domain === name || domain.endsWith(`.${name}`));
}

/** Releases a deleted domain's name. `d` is the deleted domain, with `named`. */
export const GIVE_UP_NAME = `given AS (
    INSERT INTO former_domains (domain, account_id, since, until) SELECT domain, account_id, named, now() FROM d RETURNING *),
  outlasted AS (DELETE FROM former_domains f USING given g
    WHERE f.domain = g.domain AND f.account_id = g.account_id AND f.until - f.since <= g.until - g.since)`;
