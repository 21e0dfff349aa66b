import type { Rule } from '../../shared/validation/rule.js';

/** A field in the document whose check waits until the record's type is known. */
export function decidedByType(schema: Rule['schema']): Rule {
  return { schema, check: () => undefined };
}
