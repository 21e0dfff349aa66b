import { command, query } from '../database/statement.js';
import type { DiskFacts, InstanceFacts } from './instance.js';
import type { SubnetFacts } from './instance.rules.js';

export const FIND_INSTANCE = query<{ instance: InstanceFacts }>(
  'instances.instances.find',
  `SELECT json_build_object('id', n.id, 'accountId', n.account_id, 'label', n.label, 'region', n.region,
     'status', n.status,
     'disks', (SELECT coalesce(json_agg(json_build_object('id', d.id, 'label', d.label, 'size', d.size,
        'source', d.source) ORDER BY d.position), '[]') FROM instance_disks d WHERE d.instance_id = n.id),
     'configs', (SELECT coalesce(json_agg(json_build_object('id', c.id, 'label', c.label, 'interfaces',
        (SELECT coalesce(json_agg(json_build_object('id', i.id, 'purpose', i.purpose, 'subnetId', i.subnet_id,
           'active', i.active, 'address', (SELECT host(a.range) FROM vpc_addresses a
             WHERE a.interface_id = i.id AND NOT a.is_range),
           'nat11', (SELECT host(a.nat_1_1) FROM vpc_addresses a WHERE a.interface_id = i.id AND NOT a.is_range),
           'ranges', (SELECT coalesce(json_agg(a.range::text ORDER BY a.range), '[]') FROM vpc_addresses a
             WHERE a.interface_id = i.id AND a.is_range)) ORDER BY i.position), '[]')
         FROM instance_interfaces i WHERE i.config_id = c.id)) ORDER BY c.position), '[]')
        FROM instance_configs c WHERE c.instance_id = n.id)) AS instance
   FROM instances n WHERE n.id = $1`,
);
export const FIND_DISK = query<DiskFacts & { readonly instanceId: number; readonly instanceLabel: string }>(
  'instances.disks.find',
  `SELECT d.id, d.label, d.size, d.source, n.id AS "instanceId", n.label AS "instanceLabel"
   FROM instance_disks d JOIN instances n ON n.id = d.instance_id
   WHERE d.id = $1 AND n.account_id = $2
     AND (NOT $3 OR EXISTS (SELECT FROM grants g WHERE g.user_id = $4 AND g.instance_id = n.id))`,
);
/** TypeORM has no bounded subquery, and no label that depends on a grant. */
export const USERS_OF_SUBNETS = query<{
  readonly id: number;
  readonly label: string | null;
  readonly configId: number;
  readonly interfaceId: number;
}>(
  'instances.subnets.findUsers',
  `SELECT n.id, i.config_id AS "configId", i.id AS "interfaceId",
     CASE WHEN $4 AND (NOT $2 OR EXISTS (SELECT FROM grants g WHERE g.user_id = $3 AND g.instance_id = n.id))
       THEN n.label END AS label
   FROM (SELECT id, config_id, instance_id FROM instance_interfaces WHERE subnet_id = ANY ($1) LIMIT 100) i
   JOIN instances n ON n.id = i.instance_id ORDER BY n.id, i.id`,
);
/** A statement, because this folder can't import the entity of accounts. */
export const ACCOUNT_EXISTS = command<{ id: number }>(
  'instances.accounts.hold',
  'SELECT id FROM accounts WHERE id = $1 FOR KEY SHARE',
);
/**
 * A statement, because this folder can't import the entity of subnets. The lock prevents the
 * deletion of a subnet until the interface is stored, and serializes instances that want the same
 * address. It is taken in order of the ids, to avoid deadlocks.
 */
export const LOCK_SUBNETS = command<SubnetFacts>(
  'instances.subnets.lock',
  `SELECT s.id, v.account_id AS "accountId", v.region, s.ipv4::text AS ipv4
   FROM vpc_subnets s JOIN vpcs v ON v.id = s.vpc_id WHERE s.id = ANY ($1) ORDER BY s.id FOR NO KEY UPDATE OF s`,
);
/** TypeORM's upsert has no condition on the account. */
export const UPSERT = command(
  'instances.instances.upsert',
  `INSERT INTO instances (id, account_id, label, region, status) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (id) DO UPDATE SET label = excluded.label, region = excluded.region, status = excluded.status
   WHERE instances.account_id = excluded.account_id`,
);
