import type { SchemaObject } from '@nestjs/swagger';
import { CATALOGUE } from '../../errors/catalogue.js';
import type { Details } from '../../errors/reason.js';

const text = (description: string) => ({ type: 'string', description }) as const;
const integer = (description: string) => ({ type: 'integer', description }) as const;

const FIELD = text('The field with the fault; empty for a fault of the request as a whole.');
const REASON = text('What is wrong, for people.');
const LINE = integer('The line with the fault, for a text. The first line is 1.');

/** The specified error body (spec: Errors rule 1). */
const ERRORS: SchemaObject = {
  type: 'object',
  required: ['errors'],
  properties: {
    errors: {
      type: 'array',
      description: 'All faults of the request.',
      items: {
        type: 'object',
        required: ['field', 'reason'],
        properties: { field: FIELD, reason: REASON, line: LINE },
      },
    },
  },
};

const HELP: SchemaObject = {
  type: 'string',
  description: 'The endpoint to use instead.',
};

const BLOCKER: SchemaObject = {
  type: 'object',
  required: ['type', 'id'],
  properties: {
    type: {
      type: 'string',
      example: 'instance',
      description: 'The kind of entity. Later releases add kinds: account, domain, image, instance, vpc.',
    },
    id: { oneOf: [{ type: 'integer' }, { type: 'string' }], description: 'ID of the entity.' },
    label: text('The name of the entity, when you may see it.'),
    config_id: integer('The configuration profile of an instance.'),
    interface_id: integer('The interface of an instance.'),
  },
};

const DETAILS: Record<keyof Details, SchemaObject> = {
  minimum: integer('The least value, or the least length.'),
  maximum: integer('The greatest value, or the greatest length.'),
  allowed: { type: 'array', items: { type: 'string' }, description: 'The valid values.' },
  name: text('The unknown name.'),
  number: { type: 'integer', description: 'The position of an entry. The first one is 1.' },
  range: text('The conflicting range.'),
  limit: integer('The limit.'),
  used: integer('The present number.'),
  blockers: {
    type: 'array',
    maxItems: 100,
    items: BLOCKER,
    description: 'The entities that prevent the change.',
  },
  expected: { type: 'object', additionalProperties: true, description: 'The schema of a valid value.' },
  missing_scope: { type: 'string', description: 'Scopes, separated by spaces.' },
  missing_grant: text('The grant that the user lacks.'),
  help: HELP,
  line: LINE,
  why: text('The reason of the fault in that line.'),
};

/** D-234. */
const PROBLEM: SchemaObject = {
  type: 'object',
  description: 'For `Accept: application/problem+json` (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'errors'],
  properties: {
    type: { type: 'string', description: 'The page of the first code.' },
    title: text('The meaning of the type.'),
    status: integer('The status of the response.'),
    detail: text('What is wrong, for people.'),
    help: HELP,
    instance: { type: 'string', description: 'The request id.' },
    errors: {
      type: 'array',
      description: 'All faults of the request.',
      items: {
        type: 'object',
        required: ['code', 'field', 'reason'],
        properties: {
          code: {
            type: 'string',
            example: 'value_required',
            description: `The kind of fault. Later releases add codes, so a client must accept an unknown one: ${Object.keys(CATALOGUE).join(', ')}.`,
          },
          field: FIELD,
          in: {
            type: 'string',
            enum: ['body', 'query', 'header', 'path'],
            description: 'The part of the request that has the field.',
          },
          pointer: { type: 'string', description: 'The JSON Pointer (RFC 6901) of a field of the body.' },
          reason: REASON,
          ...DETAILS,
        },
      },
    },
  },
};

/**
 * The error bodies in the OpenAPI document, by the names to which `answers.decorator.ts` refers.
 */
export const REFUSAL_SCHEMAS = { Errors: ERRORS, Problem: PROBLEM } as const;
