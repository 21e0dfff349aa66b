import type { RecordTypeName } from '../records/record-type.js';
import type { StoredRecord } from '../records/record.resource.js';
import type { LintedSet, LintZone } from './lint-zone.js';

export const SEVERITIES = ['error', 'warning', 'info'] as const;

/** What a rule says about some records. */
export interface Flaw {
  readonly records: readonly StoredRecord[];
  readonly message: string;
}

interface Described {
  /** `error`: something does not work; `warning`: it may not; `info`: it works, and may not be meant so. */
  readonly severity: (typeof SEVERITIES)[number];
  /** How to mend it, in one sentence. */
  readonly help: string;
}

/**
 * A rule of lint (D-243). It judges each record, each set of records, or the zone once. `types` leaves others out; a rule for a
 * record or a set must take time in proportion to it.
 */
export type LintRule = Described &
  (
    | {
        readonly types: readonly RecordTypeName[];
        /** @returns the message */
        ofRecord(record: StoredRecord, zone: LintZone): string | undefined;
      }
    | { readonly types?: readonly RecordTypeName[]; ofSet(set: LintedSet, zone: LintZone): Flaw | undefined }
    | { ofZone(zone: LintZone): Flaw | undefined }
  );
