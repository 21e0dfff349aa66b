import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { reasonOf } from '../../../shared/errors/reason.js';
import type { RecordContext, RecordType, TargetResult } from '../record-type.js';

const CALLER = '[remote_addr]';

/**
 * The rules of A and AAAA: the target is an address, or `[remote_addr]` for the caller's address. An address of the other
 * family makes the record the type of that family (D-264).
 */
export const ADDRESS: RecordType = {
  name: 'optional',
  fields: [],
  target: (target, context) => address(target === CALLER ? callerAddress(context) : target),
};

function address(target: string): TargetResult {
  if (isIPv4(target)) return { type: 'A', target, rdata: target };
  if (!isIPv6(target) || target.includes('%')) return reasonOf('target_not_an_address');
  return { type: 'AAAA', target, rdata: ipaddr.IPv6.parse(target).toRFC5952String() };
}

/** An IPv6 socket shows an IPv4 caller as `::ffff:192.0.2.1`. */
function callerAddress({ remoteAddress }: RecordContext): string {
  return ipaddr.isValid(remoteAddress) ? ipaddr.process(remoteAddress).toString() : remoteAddress;
}
