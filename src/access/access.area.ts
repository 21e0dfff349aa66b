import { accountHasResources } from '../shared/areas/account-has-resources.js';
import type { Area } from '../shared/areas/area.js';
import { invalid, NotFound, Unauthenticated } from '../shared/errors/errors.js';
import { AccessModule } from './access.module.js';
import { CALLER_GONE } from './caller.js';
import { TwoFactorRepository } from './two-factor/two-factor.repository.js';

export const accessArea: Area = {
  module: AccessModule,
  platformLookups: {
    account: { params: ['accountId'], key: 'number', from: 'accounts', where: 'id = $1' },
    user: { params: ['username'], key: 'text', from: 'users', where: 'lower(username) = lower($1)' },
  },
  encrypted: ['secret', 'pending_secret'].map((column) => ({
    table: 'two_factor_secrets',
    column,
    context: "'two_factor_secrets:' || user_id",
  })),
  quotas: {
    users: {
      limit: ({ maxUsersPerAccount }) => maxUsersPerAccount,
      used: `(SELECT count(*) FROM users u WHERE u.account_id = a.id AND u.user_type <> 'proxy')`,
    },
    oauth_clients: {
      limit: ({ maxOAuthClientsPerAccount }) => maxOAuthClientsPerAccount,
      used: '(SELECT count(*) FROM oauth_clients o WHERE o.account_id = a.id)',
    },
  },
  jobs: ({ get, tidy, clock }) => [
    tidy('profile.twoFactor', (tx, limit) => get(TwoFactorRepository).tidy(tx, clock.now(), limit)),
  ],
  constraints: {
    [CALLER_GONE]: () => new Unauthenticated(),
    accounts_parent_account_id_fkey: accountHasResources,
    users_username_key: () => invalid('username', 'username_taken'),
    // Another request deleted the acting user's account. The platform locks the account before.
    users_account_id_fkey: () => new Unauthenticated(),
    oauth_clients_account_id_fkey: () => new Unauthenticated(),
    // The platform makes a token of a user who is deleted meanwhile.
    authorized_apps_user_id_fkey: () => new NotFound(),
    tokens_user_id_fkey: () => new NotFound(),
    // Another request deleted the acting user, or the acting token's client and with it the token.
    tokens_client_id_fkey: () => new Unauthenticated(),
    two_factor_secrets_user_id_fkey: () => new Unauthenticated(),
    grants_user_id_fkey: () => new Unauthenticated(),
    grants_vpc_id_fkey: () => invalid('vpc', 'value_not_valid'),
    grants_image_id_fkey: () => invalid('image', 'value_not_valid'),
    grants_domain_id_fkey: () => invalid('domain', 'value_not_valid'),
    grants_instance_id_fkey: () => invalid('instance', 'value_not_valid'),
  },
};
