import { isIPv6 } from 'node:net';

/**
 * The block of addresses of one customer: an IPv4 address itself, or the /64 of an IPv6 address
 * (D-212).
 */
export function addressBlock(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const rest = tail === '' ? [] : tail.split(':');
    // A dotted quad at the end stands for two groups.
    const width = rest.length + (tail.includes('.') ? 1 : 0);
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - width)).fill('0'), ...rest);
  }
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
