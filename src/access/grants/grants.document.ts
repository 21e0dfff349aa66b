import type { SchemaObject } from '@nestjs/swagger';
import { nullable } from '../../shared/openapi/nullable.js';
import { describeGlobalGrant, describeGrants, GLOBAL_DESCRIPTION } from './grant-descriptions.js';
import { GLOBAL_GRANTS, GRANT_KINDS } from './grants.js';

const PERMISSIONS: SchemaObject = { type: 'string', enum: ['read_only', 'read_write'] };

/** The OpenAPI schema of a user's own grants. It has only entities with a grant. */
export const OWN_GRANTS = { $ref: '#/components/schemas/OwnGrantsResponse' } as const;

/** The OpenAPI schema of grants for admins: all entities, with null for no grant (D-143). */
export const GRANTS = { $ref: '#/components/schemas/GrantsResponse' } as const;

/** The bodies of grants in the OpenAPI document, by name. */
export const GRANTS_SCHEMAS: Readonly<Record<string, SchemaObject>> = {
  GrantsResponse: grants('EntityGrantResponse'),
  EntityGrantResponse: entityGrant(nullable(PERMISSIONS)),
  OwnGrantsResponse: grants('OwnEntityGrantResponse'),
  OwnEntityGrantResponse: entityGrant(PERMISSIONS),
  GlobalGrantsResponse: globalGrants(),
};

function grants(entity: string): SchemaObject {
  const items = { $ref: `#/components/schemas/${entity}` };
  const kinds = GRANT_KINDS.map((kind) => [
    kind,
    { type: 'array', description: describeGrants(kind), items },
  ]);
  const global: SchemaObject = {
    allOf: [{ $ref: '#/components/schemas/GlobalGrantsResponse' }],
    description: GLOBAL_DESCRIPTION,
  };
  return {
    type: 'object',
    required: [...GRANT_KINDS, 'global'],
    properties: { ...(Object.fromEntries(kinds) as Record<string, SchemaObject>), global },
  };
}

function entityGrant(permissions: SchemaObject): SchemaObject {
  return {
    type: 'object',
    required: ['id', 'label', 'permissions'],
    properties: {
      id: { type: 'integer', description: 'ID of the entity.' },
      label: { type: 'string', description: 'The name of the entity.' },
      permissions: { ...permissions, description: 'What the user may do with the entity.' },
    },
  };
}

function globalGrants(): SchemaObject {
  const flags = GLOBAL_GRANTS.map((grant) => [
    grant,
    { type: 'boolean', description: describeGlobalGrant(grant) },
  ]);
  return {
    type: 'object',
    required: ['account_access', ...GLOBAL_GRANTS],
    properties: {
      account_access: { ...nullable(PERMISSIONS), description: describeGlobalGrant('account_access') },
      ...(Object.fromEntries(flags) as Record<string, SchemaObject>),
    },
  };
}
