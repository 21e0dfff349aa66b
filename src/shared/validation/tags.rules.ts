import { MAX_LIST_LENGTH, together } from './list-length.rules.js';
import type { Rule } from './rule.js';
import { label, list } from './rules.js';

/** A list of tags (D-96). */
export function tags(): Rule {
  return together(list(label(1, 255)), MAX_LIST_LENGTH);
}

/** Removes repeated tags and keeps the order (D-96). */
export function distinctTags(given: readonly string[]): string[] {
  return [...new Set(given)];
}
