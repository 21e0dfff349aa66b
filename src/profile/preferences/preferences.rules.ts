import { lengthOf } from '../../shared/validation/characters.js';
import { compactJson } from './compact-json.js';

const MAX_LENGTH = 65535;

/** Preferences as they are stored and shown: compact, otherwise as they were sent (D-86). */
export function storedPreferences(body: string): string {
  return compactJson(body);
}

/** The reason to refuse stored preferences: spec: Profile rule 6, counted in characters (D-11). */
export function preferencesFault(stored: string): string | undefined {
  return lengthOf(stored) <= MAX_LENGTH ? undefined : `Preferences must be ${MAX_LENGTH} characters or less.`;
}
