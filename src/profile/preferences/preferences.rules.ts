import { reasonOf, type Reason } from '../../shared/errors/reason.js';
import { lengthOf } from '../../shared/validation/characters.js';

const MAX_LENGTH = 65535;

/**
 * The reason to refuse preferences that are too long, or undefined (spec: Profile rule 6; in
 * characters, D-11).
 */
export function preferencesFault(stored: string): Reason | undefined {
  return lengthOf(stored) <= MAX_LENGTH
    ? undefined
    : reasonOf('preferences_too_long', { maximum: MAX_LENGTH });
}
