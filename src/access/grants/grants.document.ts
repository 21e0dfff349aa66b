import type { SchemaObject } from '@nestjs/swagger';
import { nullable } from '../../shared/openapi/nullable.js';
import { describeGlobalGrant, describeGrants, GLOBAL_DESCRIPTION } from './grant-descriptions.js';
import { GLOBAL_GRANTS, GRANT_KINDS, type GrantKind } from './grants.js';

const PERMISSIONS: SchemaObject = { type: 'string', enum: ['read_only', 'read_write'] };

/** The OpenAPI schema of a user's own grants. It has only entities with a grant. */
export const OWN_GRANTS_SCHEMA = grantsSchema(PERMISSIONS);

/** The OpenAPI schema of grants for admins: all entities, with null for no grant (D-143). */
export const GRANTS_SCHEMA = grantsSchema(nullable(PERMISSIONS));

function grantsSchema(permissions: SchemaObject): SchemaObject {
  const entities = (kind: GrantKind): SchemaObject => ({
    type: 'array',
    description: describeGrants(kind),
    items: {
      type: 'object',
      required: ['id', 'label', 'permissions'],
      properties: {
        id: { type: 'integer', description: 'ID of the entity.' },
        label: { type: 'string', description: 'The name of the entity.' },
        permissions: { ...permissions, description: 'What the user may do with the entity.' },
      },
    },
  });
  const global: SchemaObject = {
    type: 'object',
    description: GLOBAL_DESCRIPTION,
    required: ['account_access', ...GLOBAL_GRANTS],
    properties: {
      account_access: { ...nullable(PERMISSIONS), description: describeGlobalGrant('account_access') },
      ...Object.fromEntries(
        GLOBAL_GRANTS.map((grant) => [grant, { type: 'boolean', description: describeGlobalGrant(grant) }]),
      ),
    },
  };
  const kinds = Object.fromEntries(GRANT_KINDS.map((kind) => [kind, entities(kind)]));
  return { type: 'object', required: [...GRANT_KINDS, 'global'], properties: { ...kinds, global } };
}
