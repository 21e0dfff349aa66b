import { NUMBERS, type NumberBounds } from '../../src/shared/config/setting-bounds.js';

/** Every setting that is a number, with its bounds. */
export const numbers: [string, NumberBounds][] = Object.entries(NUMBERS);

/** All of them at one of their bounds. */
export function allAt(bound: 'min' | 'max'): Record<string, string> {
  return Object.fromEntries(numbers.map(([name, bounds]) => [name, String(bounds[bound])]));
}
