import type { Code } from '../errors/catalogue.js';
import { invalid } from '../errors/errors.js';

type QuotaCode = Code & `${string}_limit`;

/**
 * Checks a quota (D-62, D-210). `count` is exact only while the transaction locks the row of the
 * account or user.
 * @param code the fault, such as `vpc_limit`
 * @throws Invalid when `count` has reached `max`
 */
export function requireQuota(count: number, max: number, code: QuotaCode): void {
  if (count >= max) throw invalid('', code, { limit: max, used: count });
}
