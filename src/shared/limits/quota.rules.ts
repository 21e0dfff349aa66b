import { invalid } from '../errors/errors.js';

/**
 * D-62, D-210. A count is exact only while the transaction holds a lock of the owner's row.
 * @param things what the quota counts, as the caller reads it: `OAuth clients`
 * @throws Invalid when the owner has `max` of them already
 */
export function requireQuota(count: number, max: number, things: string): void {
  if (count >= max) throw invalid('', `You have reached the maximum of ${max} ${things}.`);
}
