import type { Settings } from '../../shared/config/settings.js';
import type { Faults } from '../../shared/errors/faults.js';
import { isPrivate, overlap, parseRange, type Ipv4Range } from '../../shared/networking/ipv4.rules.js';
import type { Rule } from '../../shared/validation/rule.js';
import { string } from '../../shared/validation/rules.js';

const MAX_PREFIX = 29;

export const OVERLAPS_SIBLING = 'Range must not overlap with other subnets of the same VPC';

/**
 * The range of a subnet (D-54, D-55): canonical, private, outside `RESERVED_IPV4_RANGES`, and large enough for addresses
 * beside the four reserved ones.
 */
export function subnetRange(): Rule {
  const canonical = string((value) => (parseRange(value) ? undefined : 'Must be an IPv4 network'), {
    example: '10.0.1.0/24',
  });
  return {
    schema: canonical.schema,
    check: (value, key, settings) =>
      canonical.check(value, key, settings) ?? refuseRange(value as string, settings),
  };
}

function refuseRange(text: string, { reservedIpv4Ranges }: Settings): string | undefined {
  const range = parseRange(text)!;
  if (!isPrivate(range)) return 'Must be within 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16';
  if (range.prefix > MAX_PREFIX) return `Prefix length must be at most ${MAX_PREFIX}`;
  const reserved = reservedIpv4Ranges.find((other) => overlap(range, parseRange(other)!));
  return reserved && `Range must not overlap with ${reserved}`;
}

/** Reports subnets of one request that overlap, at the later of the two (Errors, reason catalogue). */
export function checkSiblings(subnets: readonly { ipv4: string }[], faults: Faults): void {
  const before: Ipv4Range[] = [];
  subnets.forEach(({ ipv4 }, index) => {
    const range = parseRange(ipv4)!;
    if (before.some((other) => overlap(range, other))) faults.add(`subnets[${index}].ipv4`, OVERLAPS_SIBLING);
    before.push(range);
  });
}
