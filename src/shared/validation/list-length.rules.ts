import { reasonOf } from '../errors/reason.js';
import { lengthOf } from './characters.js';
import type { Rule } from './rule.js';
import { capped } from './rules.js';

/** The limit of characters in all entries of a list, which limits a page of 500 objects. */
export const MAX_LIST_LENGTH = 10_000;

/** Limits the sum of the entries' characters. */
export function together(entries: Rule, maxLength: number): Rule {
  return capped(entries, (value) =>
    !Array.isArray(value) || fits(value, maxLength)
      ? undefined
      : reasonOf('length_out_of_range', { minimum: 0, maximum: maxLength }),
  );
}

/** Whether the entries that are texts have at most `maxLength` characters in all. */
export function fits(entries: readonly unknown[], maxLength: number): boolean {
  const texts = entries.filter((entry) => typeof entry === 'string');
  return texts.reduce((length, text) => length + lengthOf(text), 0) <= maxLength;
}
