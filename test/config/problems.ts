import { readSettings } from '../../src/shared/config/settings.js';
import { SettingsError } from '../../src/shared/config/settings-reader.js';

/** The lines of the refusal of these settings, or none. */
export function problems(env: Record<string, string>): string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message.split('\n');
  }
}

/** One line, which names the setting. */
export function about(name: string): unknown[] {
  return [expect.stringMatching(`^${name} `)];
}
