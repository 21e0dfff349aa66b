import type { StoredRecord } from '../records/record.resource.js';

/** How the records of a zone differ from those of another version. */
export interface ZoneDiff {
  readonly created: readonly StoredRecord[];
  readonly updated: readonly { readonly before: StoredRecord; readonly after: StoredRecord }[];
  readonly deleted: readonly StoredRecord[];
}

export const NO_DIFF: ZoneDiff = { created: [], updated: [], deleted: [] };
