import { callerOf, CREDENTIAL, CREDENTIAL_FROM, refused } from './credential.mjs';
import { createVpc, deleteVpc } from './vpcs.bare.mjs';

const SUBNETS = `(SELECT coalesce(json_agg(json_build_object('id', s.id, 'label', s.label, 'ipv4', s.ipv4::text,
    'instances', (SELECT coalesce(json_agg(json_build_object('id', x.instance_id, 'interfaces', x.interfaces)
        ORDER BY x.instance_id), '[]')
      FROM (SELECT i.instance_id,
          json_agg(json_build_object('active', i.active, 'id', i.id) ORDER BY i.id) AS interfaces
        FROM instance_interfaces i WHERE i.subnet_id = s.id GROUP BY i.instance_id) x),
    'created', s.created, 'updated', s.updated) ORDER BY s.id), '[]')
  FROM vpc_subnets s WHERE s.vpc_id = v.id)`;
const VPC = `v.id, v.label, v.description, v.region, ${SUBNETS}, v.created, v.updated`;
const GRANTED = `(NOT u.restricted OR EXISTS (SELECT FROM grants g WHERE g.user_id = u.id AND g.vpc_id = v.id))`;

const VIEW = `SELECT ${CREDENTIAL}, ${VPC} FROM ${CREDENTIAL_FROM}
  LEFT JOIN vpcs v ON v.account_id = u.account_id AND v.id = $2 AND ${GRANTED} WHERE t.token_hash = $1`;

const LIST = `SELECT ${CREDENTIAL},
    CASE WHEN u.restricted
      THEN (SELECT count(*) FROM vpcs v WHERE v.account_id = u.account_id AND ${GRANTED}) ELSE a.vpc_count END,
    page.* FROM ${CREDENTIAL_FROM}
  LEFT JOIN LATERAL (SELECT ${VPC} FROM vpcs v WHERE v.account_id = u.account_id AND ${GRANTED}
    ORDER BY v.id LIMIT $2 OFFSET $3) page ON true
  WHERE t.token_hash = $1`;

const time = (text) => `${text.slice(0, 10)}T${text.slice(11, 19)}`;

function vpcAt(row, from) {
  const subnets = row[from + 4];
  for (const subnet of subnets) {
    subnet.created = time(subnet.created);
    subnet.updated = time(subnet.updated);
  }
  return {
    id: row[from],
    label: row[from + 1],
    description: row[from + 2],
    region: row[from + 3],
    subnets,
    created: time(row[from + 5]),
    updated: time(row[from + 6]),
  };
}

const viewVpc = {
  method: 'GET',
  path: /^\/v4\/vpcs\/[1-9]\d*$/,
  async handle({ sql, key, url }) {
    const [row] = (await sql.read('view', VIEW, [key, url.slice('/v4/vpcs/'.length)])).rows;
    const { caller, refusal } = callerOf(row);
    if (refusal) return refusal;
    return row[4] === null ? refused(caller, 404, 'Not found') : { caller, body: vpcAt(row, 4) };
  },
};

const listVpcs = {
  method: 'GET',
  path: /^\/v4\/vpcs(\?|$)/,
  async handle({ sql, key, url }) {
    const query = new URL(url, 'http://localhost').searchParams;
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 100)];
    const { rows } = await sql.read('list', LIST, [key, size, (page - 1) * size]);
    const { caller, refusal } = callerOf(rows[0]);
    if (refusal) return refusal;
    const results = rows[0][4];
    const data = rows.filter((row) => row[5] !== null).map((row) => vpcAt(row, 5));
    return { caller, body: { data, page, pages: Math.max(1, Math.ceil(results / size)), results } };
  },
};

const PAGE = 100;
const body = { label: 'production', region: 'us-east', subnets: [{ label: 'web', ipv4: '10.0.1.0/24' }] };

/** Makes the VPCs of the page that the bench reads. */
function readVpcs(world) {
  return world.once('vpcs', () => makeVpcs(world, world.reader.id, PAGE));
}

async function makeVpcs({ database }, accountId, count) {
  const made = await database.query(
    `WITH counted AS (UPDATE accounts SET vpc_count = vpc_count + $2::integer WHERE id = $1),
       made AS (INSERT INTO vpcs (account_id, label, region, created, updated)
         SELECT $1, 'production', 'us-east', now(), now() FROM generate_series(1, $2) RETURNING id, account_id),
       subnets AS (INSERT INTO vpc_subnets (account_id, vpc_id, label, ipv4, created, updated)
         SELECT account_id, id, 'web', '10.0.1.0/24', now(), now() FROM made)
     SELECT id::integer FROM made ORDER BY id`,
    [accountId, count],
  );
  // Without statistics, PostgreSQL would read all subnets of the account for each VPC.
  await database.query('ANALYZE vpcs, vpc_subnets');
  return made.rows.map(({ id }) => id);
}

/** More VPCs than a run can delete. */
const DELETIONS = 4000;

export const VPC_ROWS = [
  {
    name: 'GET /vpcs/{vpcId}',
    floor: 0.9,
    processes: [2],
    bare: viewVpc,
    async requests(world) {
      const ids = await readVpcs(world);
      let turn = 0;
      return () => ({ method: 'GET', path: `/v4/vpcs/${ids[turn++ % PAGE]}`, token: world.reader.token });
    },
  },
  {
    name: 'GET /vpcs, a page of 100',
    floor: 0.88,
    bare: listVpcs,
    async requests(world) {
      await readVpcs(world);
      return () => ({ method: 'GET', path: '/v4/vpcs', token: world.reader.token });
    },
  },
  {
    name: 'POST /vpcs, with a subnet',
    floor: 0.85,
    bare: createVpc,
    requests: (world) => () => ({ method: 'POST', path: '/v4/vpcs', token: world.writer.token, body }),
  },
  {
    name: 'DELETE /vpcs/{vpcId}, with a subnet',
    floor: 0.65,
    bare: deleteVpc,
    async requests(world) {
      const ids = await makeVpcs(world, world.writer.id, DELETIONS);
      return () => {
        const id = ids.pop();
        return id && { method: 'DELETE', path: `/v4/vpcs/${id}`, token: world.writer.token };
      };
    },
  },
  {
    name: '401, no credential',
    floor: 0.5,
    status: 401,
    bare: viewVpc,
    requests: () => () => ({ method: 'GET', path: '/v4/vpcs/1' }),
  },
  {
    name: '401, an unknown token',
    floor: 0.7,
    status: 401,
    bare: viewVpc,
    requests: () => () => ({ method: 'GET', path: '/v4/vpcs/1', token: '0'.repeat(64) }),
  },
  {
    name: '404, an unknown path',
    floor: 0.5,
    status: 404,
    bare: viewVpc,
    requests: () => () => ({ method: 'GET', path: '/v4/unknown' }),
  },
];
