import type { Code } from '../errors/catalogue.js';
import { invalid } from '../errors/errors.js';

type QuotaCode = Code & `${string}_limit`;

/**
 * D-62, D-210. A count is exact only while the transaction holds a lock of the owner's row.
 * @param code the refusal: `vpc_limit`
 * @throws Invalid when the owner has `max` of them already
 */
export function requireQuota(count: number, max: number, code: QuotaCode): void {
  if (count >= max) throw invalid('', code, { limit: max, used: count });
}
