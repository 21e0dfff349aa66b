import type { SchemaObject } from '@nestjs/swagger';
import { GLOBAL_GRANTS, GRANT_KINDS } from '../../auth/grants/grants.js';

const PERMISSIONS: SchemaObject = { type: 'string', enum: ['read_only', 'read_write'] };
const ENTITY_GRANTS: SchemaObject = {
  type: 'array',
  items: {
    type: 'object',
    required: ['id', 'label', 'permissions'],
    properties: { id: { type: 'integer' }, label: { type: 'string' }, permissions: PERMISSIONS },
  },
};

/** The Grants response in the OpenAPI document. */
export const GRANTS_SCHEMA: SchemaObject = {
  type: 'object',
  required: [...GRANT_KINDS, 'global'],
  properties: {
    ...Object.fromEntries(GRANT_KINDS.map((kind) => [kind, ENTITY_GRANTS])),
    global: {
      type: 'object',
      required: ['account_access', ...GLOBAL_GRANTS],
      properties: {
        account_access: { ...PERMISSIONS, nullable: true },
        ...Object.fromEntries(GLOBAL_GRANTS.map((grant) => [grant, { type: 'boolean' }])),
      },
    },
  },
};
