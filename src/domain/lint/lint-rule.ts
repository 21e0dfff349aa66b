import type { RecordTypeName } from '../records/record-type.js';
import type { StoredRecord } from '../records/record.resource.js';
import type { LintedSet, LintZone } from './lint-zone.js';

export const SEVERITIES = ['error', 'warning', 'info'] as const;

/** The message of a rule about some records. */
export interface Flaw {
  readonly records: readonly StoredRecord[];
  readonly message: string;
}

interface Described {
  /** `error`: it does not work; `warning`: it may not work; `info`: it may be a mistake. */
  readonly severity: (typeof SEVERITIES)[number];
  /** How to correct it, in one sentence. */
  readonly help: string;
}

/**
 * A rule of lint (D-243). It checks each record, each set of records, or the zone once. `types`
 * limits it to records of these types. The time of a rule must be proportional to the size of the
 * record or the set.
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
