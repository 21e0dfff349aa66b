import ipaddr from 'ipaddr.js';
import { unambiguousAddress } from '../../../shared/networking/ipv6.rules.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

// From the IANA special-purpose address registries (RFC 6890): multicast and all blocks that are
// not marked globally reachable. IANA has assigned no unicast addresses outside 2000::/3.
const BLOCKED_IPV4 = networks(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
);
const REACHABLE_IPV4 = networks('192.0.0.9/32 192.0.0.10/32');
const GLOBAL_UNICAST = networks('2000::/3');
const BLOCKED_IPV6 = networks('2001::/23 2001:db8::/32 2002::/16 3fff::/20');
const REACHABLE_IPV6 = networks(
  '2001:1::1/128 2001:1::2/128 2001:1::3/128 2001:3::/32 2001:4:112::/48 2001:20::/28 2001:30::/28',
);
// IPv6 addresses with an IPv4 address in their last 32 bits (RFC 6052).
const NAT64 = networks('64:ff9b::/96');

/**
 * Whether a zone transfer may connect to the address: it is globally reachable, or in `allowed`
 * (D-112).
 * @param allowed addresses and CIDR ranges
 */
export function mayConnect(address: string, allowed: readonly string[]): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const plain = ipaddr.process(unambiguousAddress(address));
  const inner = plain instanceof ipaddr.IPv6 && isIn(plain, NAT64) ? lastIpv4(plain) : plain;
  return isIn(inner, networks(...allowed)) || isPublic(inner);
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return isIn(address, REACHABLE_IPV4) || !isIn(address, BLOCKED_IPV4);
  return isIn(address, GLOBAL_UNICAST) && (isIn(address, REACHABLE_IPV6) || !isIn(address, BLOCKED_IPV6));
}

function isIn(address: Address, ranges: readonly Network[]): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

function lastIpv4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12));
}

/** Parses addresses and CIDR ranges; an address becomes a range of one. */
function networks(...lists: readonly string[]): Network[] {
  return lists
    .flatMap((list) => list.split(' '))
    .map((entry) => {
      if (entry.includes('/')) return ipaddr.parseCIDR(entry);
      const address = ipaddr.parse(entry);
      return [address, 8 * address.toByteArray().length];
    });
}
