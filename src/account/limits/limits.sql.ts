import { CALLER } from '../../access/caller.js';
import { query, type Query } from '../../database/statement.js';
import type { Quota } from '../../shared/areas/area.js';

/**
 * How much of each quota is used at `$2`. It has the counting query of each quota's own check, so
 * that it costs no more than a create.
 */
export function usedQuotas(quotas: Readonly<Record<string, Quota>>): Query<Record<string, number>> {
  const counts = Object.entries(quotas).map(([name, { used }]) => `${used} AS ${name}`);
  return query(
    'account.limits.used',
    `WITH ${CALLER} SELECT ${counts.join(', ')} FROM caller JOIN accounts a ON a.id = caller.account_id`,
  );
}
