import { lint } from '../../src/domain/lint/lint.rules.js';
import { LintZone } from '../../src/domain/lint/lint-zone.js';
import type { RecordDraft } from '../../src/domain/records/record.rules.js';
import type { RecordTypeName } from '../../src/domain/records/record-type.js';
import { CONTEXT, numbered } from './built-record.js';

/** A record as a request gives it; the name and the target stand in front. */
export type Row = readonly [RecordTypeName, string, string, RecordDraft?];

/** A zone `example.com` with these records, whose ids are 1 and on. */
export function zoneOf(rows: readonly Row[], ttlSec = 0): LintZone {
  const records = numbered(rows.map(([type, name, target, more]) => [type, { name, target, ...more }]));
  const stored = records.map((record) => ({ ...record, created: '', updated: '' }));
  return new LintZone(CONTEXT.domain, ttlSec, stored);
}

/** The findings of a zone, each as `code ids`. */
export async function linted(rows: readonly Row[], ttlSec?: number): Promise<string[]> {
  const findings = await lint(zoneOf(rows, ttlSec));
  return findings.map(({ code, records }) => `${code} ${records.map(({ id }) => id).join(',')}`);
}
