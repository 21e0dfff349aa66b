import type { SchemaObject } from '@nestjs/swagger';
import { nullable } from '../../shared/openapi/nullable.js';
import { GLOBAL_GRANTS, GRANT_KINDS } from './grants.js';

const PERMISSIONS: SchemaObject = { type: 'string', enum: ['read_only', 'read_write'] };

/** The OpenAPI schema of a user's own grants: only entities with a grant. */
export const OWN_GRANTS_SCHEMA = grantsSchema(PERMISSIONS);

/** The OpenAPI schema of the admin's view: all entities, with null for no grant (D-143). */
export const GRANTS_SCHEMA = grantsSchema(nullable(PERMISSIONS));

function grantsSchema(permissions: SchemaObject): SchemaObject {
  const entities: SchemaObject = {
    type: 'array',
    items: {
      type: 'object',
      required: ['id', 'label', 'permissions'],
      properties: { id: { type: 'integer' }, label: { type: 'string' }, permissions },
    },
  };
  const global: SchemaObject = {
    type: 'object',
    required: ['account_access', ...GLOBAL_GRANTS],
    properties: {
      account_access: nullable(PERMISSIONS),
      ...Object.fromEntries(GLOBAL_GRANTS.map((grant) => [grant, { type: 'boolean' }])),
    },
  };
  const kinds = Object.fromEntries(GRANT_KINDS.map((kind) => [kind, entities]));
  return { type: 'object', required: [...GRANT_KINDS, 'global'], properties: { ...kinds, global } };
}
