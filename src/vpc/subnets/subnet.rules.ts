import type { Settings } from '../../shared/config/settings.js';
import type { Faults } from '../../shared/errors/faults.js';
import { reasonOf, type Reason } from '../../shared/errors/reason.js';
import { isPrivate, overlap, parseRange, type Ipv4Range } from '../../shared/networking/ipv4.rules.js';
import type { Rule } from '../../shared/validation/rule.js';
import { string } from '../../shared/validation/rules.js';

const MAX_PREFIX = 29;

/**
 * The range of a subnet (D-54, D-55): canonical, private, outside `RESERVED_IPV4_RANGES`, and with
 * more than the four reserved addresses.
 */
export function subnetRange(): Rule {
  const canonical = string((value) => (parseRange(value) ? undefined : reasonOf('not_a_network')), {
    example: '10.0.1.0/24',
  });
  return {
    schema: canonical.schema,
    check: (value, key, settings) =>
      canonical.check(value, key, settings) ?? refuseRange(value as string, settings),
  };
}

function refuseRange(text: string, { reservedIpv4Ranges }: Settings): Reason | undefined {
  const range = parseRange(text)!;
  if (!isPrivate(range)) return reasonOf('network_not_private');
  if (range.prefix > MAX_PREFIX) return reasonOf('prefix_too_long', { maximum: MAX_PREFIX });
  const reserved = reservedIpv4Ranges.find((other) => overlap(range, parseRange(other)!));
  return reserved === undefined ? undefined : reasonOf('range_reserved', { range: reserved });
}

/**
 * Reports overlapping subnets of one request, at the later of the two (Errors, reason catalogue).
 */
export function checkSiblings(subnets: readonly { ipv4: string }[], faults: Faults): void {
  const before: Ipv4Range[] = [];
  subnets.forEach(({ ipv4 }, index) => {
    const range = parseRange(ipv4)!;
    if (before.some((other) => overlap(range, other)))
      faults.add(`subnets[${index}].ipv4`, 'range_overlaps_subnet');
    before.push(range);
  });
}
