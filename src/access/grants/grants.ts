/** The boolean account-level grants, in the spec's order (spec: Grants response, `global`). */
export const GLOBAL_GRANTS = [
  'add_databases',
  'add_domains',
  'add_firewalls',
  'add_images',
  'add_instances',
  'add_longview',
  'add_nodebalancers',
  'add_stackscripts',
  'add_volumes',
  'add_vpcs',
  'cancel_account',
  'child_account_access',
  'longview_subscription',
] as const;

/** The kinds of entity in a Grants response, in the spec's order. */
export const GRANT_KINDS = [
  'database',
  'domain',
  'image',
  'instance',
  'longview',
  'nodebalancer',
  'stackscript',
  'volume',
  'vpc',
] as const;

export type GlobalGrant = (typeof GLOBAL_GRANTS)[number];
export type GrantKind = (typeof GRANT_KINDS)[number];
export type Permissions = 'read_only' | 'read_write' | null;

export interface EntityGrant {
  readonly id: number;
  readonly label: string;
  readonly permissions: Permissions;
}

/** The Grants response. It always has all keys (D-44). */
export type GrantsResponse = Readonly<Record<GrantKind, readonly EntityGrant[]>> & {
  readonly global: { readonly account_access: Permissions } & Readonly<Record<GlobalGrant, boolean>>;
};

/** A change of grants. Grants that it does not name stay (D-143). */
export interface GrantsChange {
  readonly global?: { readonly account_access?: Permissions } & Partial<Record<GlobalGrant, boolean>>;
  readonly entities: readonly {
    readonly kind: GrantKind;
    readonly grants: readonly { readonly id: number; readonly permissions: Permissions }[];
  }[];
}
