import type { CatalogueEntry } from './entry.js';

/** Refusals of VPCs and subnets. */
export const VPC_CODES = {
  region_without_vpcs: {
    reason: 'This region does not support VPCs at this time',
    title: 'The region has no VPCs',
    explanation: 'The region exists, but does not offer VPCs.',
    remedy: 'Choose a region whose `capabilities` in GET /v4/regions include VPCs.',
  },
  not_a_network: {
    reason: 'Must be an IPv4 network',
    title: 'The range is not a network',
    explanation:
      'A range is its first address and the length of its prefix. All bits after the prefix are 0.',
    remedy: 'Write 10.0.1.0/24, not 10.0.1.5/24 and not 10.0.1.0.',
  },
  network_not_private: {
    reason: 'Must be within 10.0.0.0/8, 172.16.0.0/12 or 192.168.0.0/16',
    title: 'The range is not private',
    explanation:
      'A subnet has private addresses (RFC 1918), so that it can never hide a part of the Internet.',
    remedy: 'Choose a range within one of the three private ranges.',
  },
  prefix_too_long: {
    reason: 'Prefix length must be at most {maximum}',
    title: 'The range is too small',
    explanation:
      'The service reserves four addresses of each subnet, so a smaller range has no room for instances.',
    remedy: 'Choose a shorter prefix: /29 has four free addresses, /24 has 252.',
  },
  range_reserved: {
    reason: 'Range must not overlap with {range}',
    title: 'The platform uses these addresses',
    explanation:
      'The range in `range` belongs to the platform. Instances in a subnet there could not reach its services.',
    remedy: 'Choose a range outside it.',
  },
  range_overlaps_subnet: {
    reason: 'Range must not overlap with other subnets of the same VPC',
    title: 'Another subnet of the VPC has these addresses',
    explanation: 'An address must belong to one subnet, so that its packets have one destination.',
    remedy: 'Look at the ranges in GET /v4/vpcs/ID/subnets, and choose a free one.',
  },
  vpc_in_use: {
    reason: 'Cannot delete a VPC with resources attached',
    title: 'Instances still use the VPC',
    explanation:
      'Interfaces of instances are attached to subnets of this VPC. They would lose their network. Nothing has changed.',
    remedy:
      'Remove the interfaces that `blockers` lists from their configuration profiles, or delete the instances. Then try again.',
  },
  subnet_in_use: {
    reason: 'Cannot delete a subnet with resources associated with it',
    title: 'Instances still use the subnet',
    explanation:
      'Interfaces of instances are attached to this subnet. They would lose their network. Nothing has changed.',
    remedy:
      'Remove the interfaces that `blockers` lists from their configuration profiles, or delete the instances. Then try again.',
  },
  vpc_limit: {
    reason: 'You have reached the maximum of {limit} VPCs.',
    title: 'The account has reached its maximum of VPCs',
    explanation: 'An account may have `limit` VPCs, and has `used`.',
    remedy: 'Delete a VPC that you no longer need, or ask the operators for more.',
  },
  subnet_limit: {
    reason: 'You have reached the maximum of {limit} subnets for this VPC.',
    title: 'The VPC has reached its maximum of subnets',
    explanation:
      'A VPC may have `limit` subnets, and has `used`, which is 0 when the request creates it with more.',
    remedy: 'Delete a subnet that you no longer need, use larger ranges, or create another VPC.',
  },
} as const satisfies Record<string, CatalogueEntry>;
