import type { SchemaObject } from '@nestjs/swagger';
import { CATALOGUE } from '../../errors/catalogue.js';
import type { Details } from '../../errors/reason.js';

const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;

/** The form that every client knows (spec: Errors rule 1). */
const ERRORS: SchemaObject = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      items: { type: 'object', required: ['field', 'reason'], properties: { field: text, reason: text } },
    },
  },
};

const HELP: SchemaObject = {
  type: 'string',
  description: 'The endpoint that is the way to what was refused.',
};

const BLOCKER: SchemaObject = {
  type: 'object',
  required: ['type', 'id'],
  properties: {
    type: { type: 'string', enum: ['account', 'domain', 'image', 'instance', 'vpc'] },
    id: { oneOf: [integer, text] },
    label: text,
    config_id: integer,
    interface_id: integer,
  },
};

const DETAILS: Record<keyof Details, SchemaObject> = {
  minimum: integer,
  maximum: integer,
  allowed: { type: 'array', items: text },
  name: text,
  number: { type: 'integer', description: 'The place of an entry, counted from 1.' },
  range: text,
  limit: integer,
  used: integer,
  blockers: { type: 'array', maxItems: 100, items: BLOCKER },
  expected: { type: 'object', additionalProperties: true, description: 'The schema of a valid value.' },
  missing_scope: { type: 'string', description: 'Scopes, spaces between.' },
  missing_grant: text,
  help: HELP,
};

/** D-234. */
const PROBLEM: SchemaObject = {
  type: 'object',
  description: 'For `Accept: application/problem+json` (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'errors'],
  properties: {
    type: { type: 'string', description: 'The page of the first code.' },
    title: text,
    status: integer,
    detail: text,
    help: HELP,
    instance: { type: 'string', description: 'The request id.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'field', 'reason'],
        properties: {
          code: {
            type: 'string',
            example: 'value_required',
            description: `The kind of fault. The list grows, so a client must survive a new one: ${Object.keys(CATALOGUE).join(', ')}.`,
          },
          field: text,
          in: {
            type: 'string',
            enum: ['body', 'query', 'header', 'path'],
            description: 'Where the field is.',
          },
          pointer: { type: 'string', description: 'The JSON Pointer (RFC 6901) of a field of the body.' },
          reason: text,
          ...DETAILS,
        },
      },
    },
  },
};

/** The bodies of refusals in the OpenAPI document, by the names that `answers.decorator.ts` refers to. */
export const REFUSAL_SCHEMAS = { Errors: ERRORS, Problem: PROBLEM } as const;
