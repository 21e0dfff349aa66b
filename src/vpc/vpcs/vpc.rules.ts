import { supportsVpcs } from '../../shared/config/regions.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';

/** The region must exist and support VPCs (D-52). */
export function vpcRegion(): Rule {
  return {
    schema: { type: 'string', example: 'us-east' },
    check(value, key, { regions }) {
      const region = regions.find(({ id }) => id === value);
      if (!region) return notValid(key);
      return supportsVpcs(region) ? undefined : 'This region does not support VPCs at this time';
    },
  };
}

/** The reason that blocks the deletion of a VPC (D-33). */
export const VPC_IN_USE = 'Cannot delete a VPC with resources attached';
