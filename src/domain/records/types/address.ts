import { isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { reasonOf } from '../../../shared/errors/reason.js';
import { unambiguousAddress } from '../../../shared/networking/ipv6.rules.js';
import type { RecordContext, RecordType, StoredTarget } from '../record-type.js';

const CALLER = '[remote_addr]';

/**
 * The rules of A (RFC 1035 section 3.4.1) and AAAA (RFC 3596): the target is an address, or
 * `[remote_addr]` for the caller's address. An address of the other family changes a new record's
 * type to that of the family (D-264). A stored record refuses it (D-295).
 */
export const ADDRESS: RecordType = {
  name: 'optional',
  fields: [],
  target(target, context) {
    const result = address(target === CALLER ? callerAddress(context) : target);
    const fits = context.fixedType === undefined || result?.type === context.fixedType;
    return result && fits ? result : reasonOf('target_not_an_address');
  },
};

function address(target: string): StoredTarget | undefined {
  if (isIPv4(target)) return { type: 'A', target, rdata: target };
  if (!isIPv6(target) || target.includes('%')) return undefined;
  return { type: 'AAAA', target, rdata: ipaddr.IPv6.parse(unambiguousAddress(target)).toRFC5952String() };
}

/** An IPv6 socket shows an IPv4 caller as `::ffff:192.0.2.1`. */
function callerAddress({ remoteAddress }: RecordContext): string {
  return ipaddr.isValid(remoteAddress) ? ipaddr.process(remoteAddress).toString() : remoteAddress;
}
