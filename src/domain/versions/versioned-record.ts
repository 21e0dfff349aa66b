import { isServableRecord } from '../records/rdata-text.rules.js';
import { RECORD } from '../records/record.resource.js';
import type { RecordRow, StoredRecord } from '../records/record.resource.js';

/** A record as versions store it: its form in the API, with `rdata`, its form in a zone file. */
export type VersionedRecord = RecordRow & { readonly rdata: string | null };

export function versionedRecord(record: StoredRecord): VersionedRecord {
  return Object.assign(RECORD.shownOf(record), { rdata: record.rdata });
}

/** @returns a JSON array */
export function versionedText(records: readonly StoredRecord[]): string {
  return JSON.stringify(records.map(versionedRecord));
}

/**
 * A record of a version in the form in which statements return records. Without the `rdata` of a
 * text that no nameserver can serve: earlier releases stored one.
 */
export function storedRecord(record: VersionedRecord): StoredRecord {
  const { ttl_sec: ttlSec, ...others } = record;
  const stored = { ...others, type: others.type as StoredRecord['type'], ttlSec };
  return isServableRecord(stored) ? stored : { ...stored, rdata: null };
}
