import { hostTarget } from '../host-target.rules.js';
import { TARGET_NOT_VALID, type RecordContext, type TargetResult } from '../record-type.js';

/** The target rule of types that point to a host. The service shows the target as sent (D-101). */
export function host(target: string, { domain }: Pick<RecordContext, 'domain'>): TargetResult {
  return hostResult(target, hostTarget(target, domain));
}

/** The target rule of types that may also point into a classless reverse zone (RFC 2317). */
export function classlessHost(target: string, { domain }: Pick<RecordContext, 'domain'>): TargetResult {
  return hostResult(target, hostTarget(target, domain, { classless: true }));
}

function hostResult(target: string, rdata: string | undefined): TargetResult {
  return rdata === undefined ? TARGET_NOT_VALID : { target, rdata };
}
