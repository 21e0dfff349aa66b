import { Field } from '../../shared/validation/field.decorator.js';
import { boolean, object, objects, oneOf, reference } from '../../shared/validation/rules.js';
import { describeGlobalGrant, describeGrants, GLOBAL_DESCRIPTION } from './grant-descriptions.js';
import { GLOBAL_GRANTS, GRANT_KINDS, type GlobalGrant, type GrantKind, type GrantsChange } from './grants.js';

const PERMISSIONS = ['read_only', 'read_write'] as const;
/** Replaces `null`, which removes a grant, during the check of the request. */
const NONE = Symbol('none');
type Requested = (typeof PERMISSIONS)[number] | typeof NONE;

class EntityGrantRequest {
  @Field(reference(), { required: true, description: 'ID of the entity.' })
  id: number;

  @Field(oneOf(PERMISSIONS), {
    required: true,
    clears: NONE,
    description: 'What the user may do with it; null for no access.',
  })
  permissions: Requested;
}

class GlobalGrantsRequest {
  @Field(oneOf(PERMISSIONS), { clears: NONE, description: describeGlobalGrant('account_access') })
  account_access?: Requested;
}
for (const name of GLOBAL_GRANTS) {
  const example = name === 'add_domains' ? true : undefined;
  Field(boolean(), { example, description: describeGlobalGrant(name) })(GlobalGrantsRequest.prototype, name);
}

/** The body that changes grants: any part of the Grants response. */
export class GrantsRequest {
  [kind: string]: unknown;
}
for (const kind of GRANT_KINDS) {
  const description = describeGrants(kind);
  Field(objects(), { of: EntityGrantRequest, description })(GrantsRequest.prototype, kind);
}
Field(object(), { of: GlobalGrantsRequest, description: GLOBAL_DESCRIPTION })(
  GrantsRequest.prototype,
  'global',
);

/** The change that a request asks for, in the spec's order. */
export function grantsChange(request: GrantsRequest): GrantsChange {
  const asked = request as Partial<Record<GrantKind, EntityGrantRequest[]>> & {
    global?: GlobalGrantsRequest & Partial<Record<GlobalGrant, boolean>>;
  };
  const entities = GRANT_KINDS.map((kind) => ({
    kind,
    grants: (asked[kind] ?? []).map(({ id, permissions }) => ({ id, permissions: stored(permissions) })),
  }));
  if (!asked.global) return { entities };
  const { account_access: access, ...flags } = asked.global;
  return { entities, global: { ...flags, ...(access !== undefined && { account_access: stored(access) }) } };
}

function stored(permissions: Requested) {
  return permissions === NONE ? null : permissions;
}
