import { supportsVpcs } from '../../shared/config/regions.js';
import { reasonOf } from '../../shared/errors/reason.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { capped, objects } from '../../shared/validation/rules.js';

/** The region must exist and support VPCs (D-52). */
export function vpcRegion(): Rule {
  return {
    schema: { type: 'string', example: 'us-east' },
    check(value, key, { regions }) {
      const region = regions.find(({ id }) => id === value);
      if (region && supportsVpcs(region)) return undefined;
      const allowed = regions.filter(supportsVpcs).map(({ id }) => id);
      return region ? reasonOf('region_without_vpcs', { allowed }) : { ...notValid(key), allowed };
    },
  };
}

/** The subnets of a new VPC (D-62). */
export function subnetsOfVpc(): Rule {
  return capped(objects(), (value, { maxSubnetsPerVpc: limit }) =>
    Array.isArray(value) && value.length > limit ? reasonOf('subnet_limit', { limit, used: 0 }) : undefined,
  );
}
