import { invalid, NotFound, Unauthenticated } from './shared/errors/errors.js';
import { DOMAIN_CONSTRAINTS } from './domain/domain.constraints.js';
import type { ConstraintErrors } from './database/constraints.js';
import { OVERLAPS_SIBLING } from './vpc/subnets/subnet.rules.js';
import { SUBNET_IN_USE } from './vpc/subnets/subnets.service.js';
import { USERNAME_TAKEN } from './auth/users/user.rules.js';

/**
 * What the database refuses when two requests race, in the words of the check that each had passed (D-21). The names
 * are those of the migrations.
 */
export const CONSTRAINT_ERRORS: ConstraintErrors = {
  ...DOMAIN_CONSTRAINTS,
  vpc_subnets_no_overlap: () => invalid('ipv4', OVERLAPS_SIBLING),
  vpc_subnets_vpc_id_fkey: () => new NotFound(),
  instance_interfaces_subnet_id_fkey: () => invalid('', SUBNET_IN_USE),
  grants_vpc_id_fkey: () => invalid('vpc', 'vpc is not valid'),
  grants_image_id_fkey: () => invalid('image', 'image is not valid'),
  grants_domain_id_fkey: () => invalid('domain', 'domain is not valid'),
  grants_instance_id_fkey: () => invalid('instance', 'instance is not valid'),
  grants_user_id_fkey: () => new NotFound(),
  instance_disks_pkey: () => invalid('disks', 'disks is not valid'),
  instance_configs_pkey: () => invalid('configs', 'configs is not valid'),
  instance_interfaces_pkey: () => invalid('configs', 'configs is not valid'),
  vpc_addresses_no_overlap: () => invalid('configs', 'configs is not valid'),
  users_username_key: () => invalid('username', USERNAME_TAKEN),
  users_account_id_fkey: () => new NotFound(),
  tokens_user_id_fkey: () => new NotFound(),
  // The acting user, or the client of the acting token, was deleted meanwhile: so was the token.
  tokens_client_id_fkey: () => new Unauthenticated(),
  ssh_keys_user_id_fkey: () => new Unauthenticated(),
  security_answers_user_id_fkey: () => new Unauthenticated(),
  two_factor_secrets_user_id_fkey: () => new Unauthenticated(),
  phone_codes_user_id_fkey: () => new Unauthenticated(),
  preferences_user_id_fkey: () => new Unauthenticated(),
  preferences_client_id_fkey: () => new Unauthenticated(),
  // D-200: what an account still has keeps it.
  vpcs_account_id_fkey: accountHasResources,
  domains_account_id_fkey: accountHasResources,
  instances_account_id_fkey: accountHasResources,
  images_account_id_fkey: accountHasResources,
  accounts_parent_account_id_fkey: accountHasResources,
};

function accountHasResources() {
  return invalid('', 'Account still has resources.');
}
