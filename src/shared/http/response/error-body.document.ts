import type { SchemaObject } from '@nestjs/swagger';
import { CATALOGUE } from '../../errors/catalogue.js';
import type { Details } from '../../errors/reason.js';

const text = (description: string) => ({ type: 'string', description }) as const;
const integer = (description: string) => ({ type: 'integer', description }) as const;

const FIELD = text('The field at fault; empty when none is.');
const REASON = text('What is wrong, for people.');
const LINE = integer('Of a text: the line at fault, counted from 1.');

/** The form that every client knows (spec: Errors rule 1). */
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
  description: 'The endpoint that is the way to what was refused.',
};

const BLOCKER: SchemaObject = {
  type: 'object',
  required: ['type', 'id'],
  properties: {
    type: {
      type: 'string',
      enum: ['account', 'domain', 'image', 'instance', 'vpc'],
      description: 'The kind of entity.',
    },
    id: { oneOf: [{ type: 'integer' }, { type: 'string' }], description: 'ID of the entity.' },
    label: text('The name of the entity, when you may see it.'),
    config_id: integer('Of an instance: the configuration profile.'),
    interface_id: integer('Of an instance: the interface.'),
  },
};

const DETAILS: Record<keyof Details, SchemaObject> = {
  minimum: integer('The least value, or the least length.'),
  maximum: integer('The greatest value, or the greatest length.'),
  allowed: { type: 'array', items: { type: 'string' }, description: 'The valid values.' },
  name: text('The name that is not known.'),
  number: { type: 'integer', description: 'The place of an entry, counted from 1.' },
  range: text('The range in the way.'),
  limit: integer('How many there may be.'),
  used: integer('How many there are.'),
  blockers: { type: 'array', maxItems: 100, items: BLOCKER, description: 'What is in the way.' },
  expected: { type: 'object', additionalProperties: true, description: 'The schema of a valid value.' },
  missing_scope: { type: 'string', description: 'Scopes, spaces between.' },
  missing_grant: text('The grant that the user lacks.'),
  help: HELP,
  line: LINE,
  why: text('What is wrong with that line.'),
};

/** D-234. */
const PROBLEM: SchemaObject = {
  type: 'object',
  description: 'For `Accept: application/problem+json` (RFC 9457).',
  required: ['type', 'title', 'status', 'detail', 'errors'],
  properties: {
    type: { type: 'string', description: 'The page of the first code.' },
    title: text('What the type means.'),
    status: integer('The status of the answer.'),
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
            description: `The kind of fault. The list grows, so a client must survive a new one: ${Object.keys(CATALOGUE).join(', ')}.`,
          },
          field: FIELD,
          in: {
            type: 'string',
            enum: ['body', 'query', 'header', 'path'],
            description: 'Where the field is.',
          },
          pointer: { type: 'string', description: 'The JSON Pointer (RFC 6901) of a field of the body.' },
          reason: REASON,
          ...DETAILS,
        },
      },
    },
  },
};

/** The bodies of refusals in the OpenAPI document, by the names that `answers.decorator.ts` refers to. */
export const REFUSAL_SCHEMAS = { Errors: ERRORS, Problem: PROBLEM } as const;
