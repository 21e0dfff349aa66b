import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { RecordType, RecordContext, TargetResult } from '../record-type.js';

const CALLER = '[remote_addr]';

/** A type whose target is an address of one family, or `[remote_addr]` for the caller's address (D-99, table). */
export function addressType(version: 4 | 6): RecordType {
  return {
    name: 'optional',
    fields: [],
    target: (target, context) => address(target === CALLER ? callerAddress(context) : target, version),
  };
}

function address(target: string, version: 4 | 6): TargetResult {
  const valid = version === 4 ? isIPv4(target) : isIPv6(target) && !target.includes('%');
  if (!valid) return { reason: 'Invalid IPv4 or IPv6 address' };
  return { target, rdata: version === 4 ? target : ipaddr.IPv6.parse(target).toRFC5952String() };
}

/** An IPv6 socket shows an IPv4 caller as `::ffff:192.0.2.1`. */
function callerAddress({ remoteAddress }: RecordContext): string {
  return ipaddr.isValid(remoteAddress) ? ipaddr.process(remoteAddress).toString() : remoteAddress;
}
