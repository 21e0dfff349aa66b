import type { StoredRecord } from '../records/record.resource.js';
import { areDifferent, type ZoneSettings } from '../zones/zone-settings.resource.js';

/** The difference of the records of two versions of a zone. */
export interface ZoneDiff {
  readonly created: readonly StoredRecord[];
  readonly updated: readonly { readonly before: StoredRecord; readonly after: StoredRecord }[];
  readonly deleted: readonly StoredRecord[];
}

export const NO_DIFF: ZoneDiff = { created: [], updated: [], deleted: [] };

/** The settings before and after, when they differ. */
export interface SettingsChange {
  readonly settings?: { readonly before: ZoneSettings; readonly after: ZoneSettings };
}

/** The difference of two versions of a zone. */
export interface VersionDifference extends SettingsChange {
  readonly records: ZoneDiff;
}

export function settingsChange(before: ZoneSettings, after: ZoneSettings): SettingsChange {
  return areDifferent(before, after) ? { settings: { before, after } } : {};
}
