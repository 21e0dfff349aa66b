import { Collection } from '../../shared/lists/collection.js';
import { REGION, type RegionRow } from './region.resource.js';

/**
 * Regions are settings, not rows: `$1` is their JSON. PostgreSQL still pages and filters them, as
 * it does each list.
 */
export const REGIONS = new Collection<RegionRow>({
  name: 'account.regions.list',
  with: `regions AS (SELECT * FROM json_to_recordset($1) AS region (id text, label text, country text,
    capabilities text[], status text, resolvers json, site_type text))`,
  select: REGION.columns(),
  from: 'regions r',
  where: 'true',
  key: { 'r.id COLLATE "C"': 'text' },
  fields: REGION.filters,
});
