import { readSettings } from '../../src/shared/config/settings.js';
import type { Rule } from '../../src/shared/validation/rule.js';

const SETTINGS = readSettings({});

/** The text of the reason that the rule gives for this value of a field `key`, under the default settings. */
export function refusalOf(rule: Rule, value: unknown, key = 'key') {
  const refusal = rule.check(value, key, SETTINGS);
  if (refusal === undefined) return undefined;
  return 'code' in refusal ? refusal.reason : refusal.map(({ at, reason }) => ({ at, reason }));
}
