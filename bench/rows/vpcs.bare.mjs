import { DEFAULT_REGIONS } from '../../dist/shared/config/regions.js';
import { contains, overlap, parseRange } from '../../dist/shared/networking/ipv4.rules.js';
import { callerOf, CREDENTIAL, CREDENTIAL_FROM, refused } from './credential.mjs';

const SCOPE = 'vpc:read_write';
const MAX_VPCS = Number(process.env.MAX_VPCS_PER_ACCOUNT ?? 1000);
const REGIONS = new Set(DEFAULT_REGIONS.map(({ id }) => id));
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].map(parseRange);

const CALLER = `caller AS (
  SELECT ${CREDENTIAL}, t.id AS token_id, u.id AS user_id, u.username, u.account_id,
    NOT u.restricted OR 'add_vpcs' = ANY (u.global_grants) AS may_add,
    (t.expiry IS NULL OR t.expiry > now()) AND string_to_array(t.scopes, ' ') && '{*,vpc:read_write}' AS reaches
  FROM ${CREDENTIAL_FROM} WHERE t.token_hash = $1)`;
const SHOWN = 'caller.scopes, caller.expiry, caller.euuid, caller.restricted';
const EVENT = `INSERT INTO events (account_id, user_id, username, token_id, client_address, action, created, entity_type,
  entity_id, entity_label, entity_url, secondary_entity, granted_kind, granted_id, status, percent_complete)`;
const ofVpc = (action, from) => `
  SELECT c.account_id, c.user_id, c.username, c.token_id, '127.0.0.1', '${action}', now(), 'vpc', v.id, v.label,
    '/v4/vpcs/' || v.id, NULL::json, 'vpc', v.id, 'notification', 100 FROM ${from} v, caller c`;
const ofSubnets = (action, vpc, from) => `
  SELECT c.account_id, c.user_id, c.username, c.token_id, '127.0.0.1', '${action}', now(), 'subnet', s.id, s.label,
    '/v4/vpcs/' || v.id || '/subnets/' || s.id,
    json_build_object('id', v.id, 'label', v.label, 'type', 'vpc', 'url', '/v4/vpcs/' || v.id), 'vpc', v.id,
    'notification', 100 FROM ${vpc} v, ${from} s, caller c`;

const CREATE = `WITH ${CALLER},
  counted AS (UPDATE accounts SET vpc_count = vpc_count + 1
    WHERE id = (SELECT account_id FROM caller WHERE reaches AND may_add) AND vpc_count < $2 RETURNING id),
  vpc AS (INSERT INTO vpcs (account_id, label, description, region, created, updated)
    SELECT id, $3, $4, $5, $6, $6 FROM counted RETURNING account_id, id, label),
  granting AS (INSERT INTO grants (account_id, user_id, vpc_id, permissions)
    SELECT c.account_id, c.user_id, v.id, 'read_write' FROM caller c, vpc v WHERE c.restricted),
  subnets AS (INSERT INTO vpc_subnets (account_id, vpc_id, label, ipv4, created, updated)
    SELECT v.account_id, v.id, n.label, n.ipv4, $6, $6 FROM vpc v, unnest($7::text[], $8::cidr[]) WITH ORDINALITY n(label, ipv4, place)
    ORDER BY n.place RETURNING id, label),
  recorded AS (${EVENT} ${ofVpc('vpc_create', 'vpc')} UNION ALL ${ofSubnets('subnet_create', 'vpc', 'subnets')})
  SELECT ${SHOWN}, may_add, (SELECT id FROM vpc), (SELECT json_agg(id ORDER BY id) FROM subnets) FROM caller`;

const DELETE = `WITH ${CALLER},
  vpc AS (SELECT v.id, v.label, v.account_id FROM vpcs v JOIN caller c ON c.account_id = v.account_id
    WHERE v.id = $2 AND c.reaches AND (NOT c.restricted OR EXISTS (
      SELECT FROM grants g WHERE g.user_id = c.user_id AND g.vpc_id = v.id AND g.permissions = 'read_write'))
    FOR UPDATE OF v),
  subnets AS (DELETE FROM vpc_subnets s USING vpc v WHERE s.vpc_id = v.id RETURNING s.id, s.label),
  gone AS (DELETE FROM vpcs USING vpc v WHERE vpcs.id = v.id RETURNING vpcs.account_id),
  counted AS (UPDATE accounts SET vpc_count = vpc_count - 1 WHERE id = (SELECT account_id FROM gone)),
  recorded AS (${EVENT} ${ofVpc('vpc_delete', 'vpc')} UNION ALL ${ofSubnets('subnet_delete', 'vpc', 'subnets')})
  SELECT ${SHOWN}, (SELECT id FROM vpc), (SELECT count(*) FROM subnets) FROM caller`;

/** Runs all checks. Its refusals are short, because the bench sends only valid requests. */
function isValid({ label, region, description, subnets = [] }) {
  const isText = (value, min, max) =>
    // eslint-disable-next-line no-control-regex
    typeof value === 'string' && value.length >= min && value.length <= max && !/[\u0000-\u001f]/.test(value);
  if (!isText(label, 1, 64) || !REGIONS.has(region) || !isText(description, 0, 255)) return false;
  const ranges = subnets.map(({ ipv4 }) => parseRange(ipv4));
  return ranges.every(
    (range, index) =>
      isText(subnets[index].label, 1, 64) &&
      range &&
      range.prefix <= 29 &&
      PRIVATE.some((block) => contains(block, range)) &&
      !ranges.some((other, place) => place < index && overlap(other, range)),
  );
}

export const createVpc = {
  method: 'POST',
  path: /^\/v4\/vpcs$/,
  scope: SCOPE,
  async handle({ sql, key, body }) {
    const { label, region, description = '', subnets = [] } = body;
    const valid = isValid({ label, region, description, subnets });
    if (!valid) return refused(undefined, 400, 'label is not valid', 'label');
    const shown = new Date().toISOString().slice(0, 19);
    const labels = subnets.map((subnet) => subnet.label);
    const ranges = subnets.map(({ ipv4 }) => ipv4);
    const values = [key, MAX_VPCS, label, description, region, `${shown}Z`, labels, ranges];
    const [row] = (await sql.write('create', CREATE, values)).rows;
    const { caller, refusal } = callerOf(row, SCOPE);
    if (refusal) return refusal;
    if (!row[4]) return refused(caller, 403, 'Unauthorized');
    if (row[5] === null) return refused(caller, 400, `You have reached the maximum of ${MAX_VPCS} VPCs.`);
    const times = { created: shown, updated: shown };
    const made = (row[6] ?? []).map((id, i) => ({
      id,
      label: labels[i],
      ipv4: ranges[i],
      instances: [],
      ...times,
    }));
    return { caller, body: { id: row[5], label, description, region, subnets: made, ...times } };
  },
};

export const deleteVpc = {
  method: 'DELETE',
  path: /^\/v4\/vpcs\/[1-9]\d*$/,
  scope: SCOPE,
  async handle({ sql, key, url }) {
    try {
      const [row] = (await sql.write('delete', DELETE, [key, url.slice('/v4/vpcs/'.length)])).rows;
      const { caller, refusal } = callerOf(row, SCOPE);
      if (refusal) return refusal;
      return row[4] === null ? refused(caller, 404, 'Not found') : { caller, body: {} };
    } catch (error) {
      if (!error.code?.startsWith('23')) throw error;
      return refused(undefined, 400, 'Cannot delete a VPC with resources attached');
    }
  },
};
