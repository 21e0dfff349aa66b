import { buildRecord, type RecordDraft } from '../../src/domain/records/record.rules.js';
import type { RecordTypeName } from '../../src/domain/records/record-type.js';
import { Invalid } from '../../src/shared/errors/errors.js';

/** The record of a draft, as the API would store it. */
export function build(
  type: RecordTypeName,
  draft: RecordDraft,
  domain = 'example.com',
  remoteAddress = '192.0.2.99',
) {
  return buildRecord(type, draft, { domain, remoteAddress });
}

/** `field: reason` of each fault of what is done. */
export function faultsOf(act: () => unknown): string[] {
  try {
    act();
    return [];
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return error.faults.map(({ field, reason }) => `${field}: ${reason}`);
  }
}

/** `field: reason` of each fault of a draft. */
export function faults(
  type: RecordTypeName,
  draft: RecordDraft,
  domain?: string,
  remoteAddress?: string,
): string[] {
  return faultsOf(() => build(type, draft, domain, remoteAddress));
}
