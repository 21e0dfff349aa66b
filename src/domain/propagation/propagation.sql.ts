import { query } from '../../database/statement.js';
import type { NewVersion } from '../versions/versions.sql.js';
import type { PropagatedZone } from './propagation.rules.js';

/**
 * The newest change of the domain `$2` of the account `$1`, with the zone that nameservers serve.
 */
export const NEWEST_VERSION = query<NewVersion & PropagatedZone>(
  'domain.propagation.findNewest',
  `SELECT v.id, v.version, v.serial, d.domain, CASE d.status WHEN 'disabled' THEN d.status ELSE d.type END AS served
   FROM domains d JOIN zone_versions v ON v.account_id = d.account_id AND v.domain_id = d.id
   WHERE d.account_id = $1 AND d.id = $2 ORDER BY v.version DESC LIMIT 1`,
);
