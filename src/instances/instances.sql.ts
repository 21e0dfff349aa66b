import { command, query } from '../database/statement.js';
import type { DiskFacts, InstanceFacts } from './instance.js';
import type { SubnetFacts } from './instance.rules.js';

export const FIND = query<{ instance: InstanceFacts }>(
  'instances.find',
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
  'instances.findDisk',
  `SELECT d.id, d.label, d.size, d.source, n.id AS "instanceId", n.label AS "instanceLabel"
   FROM instance_disks d JOIN instances n ON n.id = d.instance_id
   WHERE d.id = $1 AND n.account_id = $2
     AND (NOT $3 OR EXISTS (SELECT FROM grants g WHERE g.user_id = $4 AND g.instance_id = n.id))`,
);
export const LOCK_OWNER = command<{ accountId: number }>(
  'instances.lock',
  'SELECT account_id AS "accountId" FROM instances WHERE id = $1 FOR UPDATE',
);
export const ACCOUNT_EXISTS = command<{ id: number }>(
  'instances.account',
  'SELECT id FROM accounts WHERE id = $1 FOR KEY SHARE',
);
/**
 * The lock holds off the subnet's deletion until the interface is there, and whoever wants an address of it until this
 * one has its own; in order, against deadlocks.
 */
export const LOCK_SUBNETS = command<SubnetFacts>(
  'instances.subnets',
  `SELECT s.id, v.account_id AS "accountId", v.region, s.ipv4::text AS ipv4
   FROM vpc_subnets s JOIN vpcs v ON v.id = s.vpc_id WHERE s.id = ANY ($1) ORDER BY s.id FOR NO KEY UPDATE OF s`,
);
export const FOREIGN = {
  disks: query<{ id: number }>(
    'instances.foreignDisks',
    'SELECT id FROM instance_disks WHERE id = ANY ($1) AND instance_id <> $2',
  ),
  configs: query<{ id: number }>(
    'instances.foreignConfigs',
    'SELECT id FROM instance_configs WHERE id = ANY ($1) AND instance_id <> $2',
  ),
  interfaces: query<{ id: number }>(
    'instances.foreignInterfaces',
    'SELECT id FROM instance_interfaces WHERE id = ANY ($1) AND instance_id <> $2',
  ),
};
export const UPSERT = command(
  'instances.upsert',
  `INSERT INTO instances (id, account_id, label, region, status) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (id) DO UPDATE SET label = excluded.label, region = excluded.region, status = excluded.status
   WHERE instances.account_id = excluded.account_id`,
);
export const CLEAR_DISKS = command(
  'instances.clearDisks',
  'DELETE FROM instance_disks WHERE instance_id = $1',
);
export const CLEAR_CONFIGS = command(
  'instances.clearConfigs',
  'DELETE FROM instance_configs WHERE instance_id = $1',
);
export const INSERT_DISKS = command(
  'instances.insertDisks',
  `INSERT INTO instance_disks (id, instance_id, position, label, size, source)
   SELECT d.id, $1, d.position, d.label, d.size, d.source
   FROM json_to_recordset($2) AS d(id bigint, position integer, label text, size integer, source text)`,
);
export const INSERT_CONFIGS = command(
  'instances.insertConfigs',
  `INSERT INTO instance_configs (id, instance_id, position, label)
   SELECT c.id, $1, c.position, c.label FROM json_to_recordset($2) AS c(id bigint, position integer, label text)`,
);
export const INSERT_INTERFACES = command(
  'instances.insertInterfaces',
  `INSERT INTO instance_interfaces (id, config_id, instance_id, position, purpose, subnet_id, active)
   SELECT i.id, i."configId", $1, i.position, i.purpose, i."subnetId", i.active
   FROM json_to_recordset($2)
     AS i(id bigint, "configId" bigint, position integer, purpose text, "subnetId" bigint, active boolean)`,
);
export const IS_TAKEN = query<{ taken: boolean }>(
  'instances.isTaken',
  `SELECT EXISTS (SELECT FROM vpc_addresses
     WHERE subnet_id = $1 AND instance_id <> $2 AND range && $3::cidr) AS taken`,
);
export const INSERT_ADDRESSES = command(
  'instances.insertAddresses',
  `INSERT INTO vpc_addresses (interface_id, instance_id, subnet_id, range, is_range, nat_1_1)
   SELECT a."interfaceId", $1, a."subnetId", a.range, a."isRange", a.nat11
   FROM json_to_recordset($2)
     AS a("interfaceId" bigint, "subnetId" bigint, range cidr, "isRange" boolean, nat11 inet)`,
);
export const DELETE = command('instances.delete', 'DELETE FROM instances WHERE id = $1');
