import { callerOf, CREDENTIAL, CREDENTIAL_FROM, refused } from './credential.mjs';

const SCOPE = 'domains:read_only';
const GRANTED = `(NOT u.restricted OR EXISTS (SELECT FROM grants g WHERE g.user_id = u.id AND g.domain_id = d.id))`;
const STATE = `SELECT ${CREDENTIAL}, d.serial, d.type = 'master' AND d.status = 'active' FROM ${CREDENTIAL_FROM}
  LEFT JOIN domains d ON d.account_id = u.account_id AND d.id = $2 AND ${GRANTED} WHERE t.token_hash = $1`;
// One statement, so that serial and records are consistent. One row per record, because arrays are
// cheaper than JSON.
const ZONE = `SELECT d.domain, d.soa_email, d.serial, d.ttl_sec, d.refresh_sec, d.retry_sec, d.expire_sec,
    r.id, r.type, r.name, r.ttl_sec, r.priority, r.weight, r.port, r.tag, r.rdata
  FROM domains d LEFT JOIN records r ON r.domain_id = d.id WHERE d.id = $1 ORDER BY r.id`;

const NAMESERVERS = ['ns1.example.net', 'ns2.example.net'];
const TYPES = ['A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA'];
const PATH = /^\/v4\/domains\/([1-9]\d*)\/zone-file$/;
const MAX_CACHED = 64;
const cached = new Map();

export const viewZoneFile = {
  method: 'GET',
  path: PATH,
  scope: SCOPE,
  async handle({ sql, key, url }) {
    const [, id] = PATH.exec(url);
    const [row] = (await sql.read('zone state', STATE, [key, id])).rows;
    const { caller, refusal } = callerOf(row, SCOPE);
    if (refusal) return refusal;
    const [serial, isRendered] = row.slice(4);
    if (serial === null) return refused(caller, 404, 'Not found');
    if (!isRendered) return { caller, body: { zone_file: [] } };
    const zone = cached.get(id);
    const { bytes, identity } = zone?.serial === serial ? zone : await render(sql, id);
    return { caller, bytes, identity };
  },
};

async function render(sql, id) {
  const { rows } = await sql.read('zone', ZONE, [id]);
  const bytes = Buffer.from(JSON.stringify({ zone_file: linesOf(id, rows) }));
  const [domain, , serial] = rows[0];
  const identity = JSON.stringify({ domain, serial, rendered: true, nameservers: NAMESERVERS, form: 1 });
  const zone = { serial, bytes, identity };
  cached.delete(id);
  cached.set(id, zone);
  if (cached.size > MAX_CACHED) cached.delete(cached.keys().next().value);
  return zone;
}

function linesOf(id, rows) {
  const [domain, , , ttlSec] = rows[0];
  const ttl = ttlSec || 86400;
  const sets = new Map();
  const byType = new Map(TYPES.map((type) => [type, []]));
  for (const host of NAMESERVERS) add(sets, byType, '', 'NS', ttl, `${host}.`);
  byType.get('NS').length = 0; // `headOf` writes these at the top.
  for (const row of rows) if (row[7] !== null) addRecord(sets, byType, row, ttl, domain);
  const lines = headOf(id, rows[0], ttl);
  for (const [type, entries] of byType) {
    for (const { name, rdata, set, comment } of entries) {
      lines.push(comment ?? `${name || '@'}${set.ttl === ttl ? '' : ` ${set.ttl}`} IN ${type} ${rdata}`);
    }
  }
  return lines;
}

function headOf(id, [domain, email, serial, , refresh, retry, expire], ttl) {
  const at = email.lastIndexOf('@');
  const mail = `${email.slice(0, at).replace(/[^a-z0-9*/_-]/gi, '\\$&')}.${email.slice(at + 1)}.`;
  const seconds = `${refresh || 14400} ${retry || 14400} ${expire || 1209600} ${Math.min(ttl, 3600)}`;
  return [
    `; ${domain} [${id}]`,
    `$ORIGIN ${domain}.`,
    `$TTL ${ttl}`,
    `@ IN SOA ${NAMESERVERS[0]}. ${mail} ${serial} ${seconds}`,
    ...NAMESERVERS.map((host) => `@ IN NS ${host}.`),
  ];
}

function addRecord(sets, byType, [, , , , , , , id, type, name, ttl, ...data], defaultTtl, domain) {
  const [priority, weight, port, tag, rdata] = data;
  if (rdata === null) byType.get(type).push({ comment: `; record ${id} left out: too long` });
  else
    add(
      sets,
      byType,
      name,
      type,
      ttl || defaultTtl,
      rdataOf(type, priority, weight, port, tag, rdata, domain),
    );
}

/** Keeps one of equal lines of a name and type, with the lowest TTL of all. */
function add(sets, byType, name, type, ttl, rdata) {
  const key = `${type} ${name.toLowerCase()}`;
  const meaning = type === 'TXT' || type === 'CAA' ? rdata : rdata.toLowerCase();
  let set = sets.get(key);
  if (!set) sets.set(key, (set = { ttl, first: meaning }));
  else {
    set.ttl = Math.min(set.ttl, ttl);
    set.all ??= new Set([set.first]);
    if (set.all.has(meaning)) return;
    set.all.add(meaning);
  }
  byType.get(type).push({ name, rdata, set });
}

function rdataOf(type, priority, weight, port, tag, rdata, domain) {
  if (type === 'A' || type === 'AAAA' || type === 'TXT') return rdata;
  if (type === 'CAA') return `0 ${tag} ${rdata}`;
  const host = rdata.endsWith('.') ? rdata : rdata === '@' ? `${domain}.` : `${rdata}.${domain}.`;
  if (type === 'MX') return `${priority} ${host}`;
  return type === 'SRV' ? `${priority} ${weight} ${port} ${host}` : host;
}
