import { buildRecord, type RecordDraft } from '../../src/domain/records/record.rules.js';
import type { RecordTypeName } from '../../src/domain/records/record-type.js';
import { Invalid } from '../../src/shared/errors/errors.js';

export const CONTEXT = { domain: 'example.com', remoteAddress: '192.0.2.99' };

export type Drafted = readonly [RecordTypeName, RecordDraft];

/** The record that the API would store for a draft. */
export function build(
  type: RecordTypeName,
  draft: RecordDraft,
  domain = CONTEXT.domain,
  remoteAddress = CONTEXT.remoteAddress,
) {
  return buildRecord(type, draft, { domain, remoteAddress });
}

/** The records of a zone, whose ids are 1 and on. */
export function numbered(drafts: readonly Drafted[]) {
  return drafts.map(([type, draft], index) => ({ id: index + 1, ...build(type, draft) }));
}

/** Each fault that the function throws, as `field: reason`. */
export function faultsOf(act: () => unknown): string[] {
  try {
    act();
    return [];
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return error.faults.map(({ field, reason }) => `${field}: ${reason}`);
  }
}

/** Each fault of a draft, as `field: reason`. */
export function faults(
  type: RecordTypeName,
  draft: RecordDraft,
  domain?: string,
  remoteAddress?: string,
): string[] {
  return faultsOf(() => build(type, draft, domain, remoteAddress));
}
