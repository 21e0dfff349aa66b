import type { Region } from '../../shared/config/regions.js';
import { stringField } from '../../shared/lists/filter.js';
import { Collection } from '../../shared/lists/collection.js';

/**
 * Regions are settings, not rows. PostgreSQL still pages and filters them, as it does each list.
 */
export const REGIONS = new Collection<{ region: Region }>({
  name: 'regions.list',
  with: `regions AS (SELECT value AS region, value->>'id' AS id, value->>'label' AS label,
    value->>'country' AS country, value->>'status' AS status FROM json_array_elements($1))`,
  select: 'r.region',
  from: 'regions r',
  where: 'true',
  key: { 'r.id COLLATE "C"': 'text' },
  fields: {
    id: stringField('r.id'),
    label: stringField('r.label'),
    country: stringField('r.country'),
    status: stringField('r.status'),
  },
});
