import type { GlobalGrant, GrantKind } from './grants.js';

const OTHERS: Readonly<Partial<Record<GlobalGrant | 'account_access', string>>> = {
  account_access: 'What the user may do with the account itself; null for no access.',
  add_longview: 'Whether the user may create Longview clients.',
  add_nodebalancers: 'Whether the user may create NodeBalancers.',
  add_stackscripts: 'Whether the user may create StackScripts.',
  add_vpcs: 'Whether the user may create VPCs.',
  cancel_account: 'Whether the user may cancel the account.',
  child_account_access: 'Whether the user may work in child accounts.',
  longview_subscription: 'Whether the user may change the Longview subscription.',
};

/** Describes the member `global` of grants. */
export const GLOBAL_DESCRIPTION = 'The grants at the level of the account.';

/** Describes one account-level grant for the OpenAPI document. */
export function describeGlobalGrant(name: GlobalGrant | 'account_access'): string {
  return OTHERS[name] ?? `Whether the user may create ${name.replace('add_', '')}.`;
}

/** Describes the grants on entities of one kind for the OpenAPI document. */
export function describeGrants(kind: GrantKind): string {
  return `The grants on entities of the kind ${kind}.`;
}
