import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiQuery } from '@nestjs/swagger';
import type { Fields } from './filter.js';

/** What a collection accepts, in the OpenAPI document. */
export function documentedList(fields: Fields): (target: object, property: string | symbol) => void {
  const decorate = applyDecorators(
    ApiQuery({
      name: 'page',
      required: false,
      description: 'The page to return.',
      schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
    }),
    ApiQuery({
      name: 'cursor',
      required: false,
      description:
        'Goes on after the page that gave it as `next_cursor`; empty, it begins. Not with `page` or `+order_by`.',
      schema: { type: 'string' },
    }),
    ApiQuery({
      name: 'page_size',
      required: false,
      description: 'How many items a page has.',
      schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    }),
    ApiHeader({
      name: 'X-Filter',
      required: false,
      description: `${FILTER} Fields: ${Object.keys(fields).join(', ')}.`,
      schema: { type: 'string' },
    }),
  );
  return (target, property) => decorate(target, property, Object.getOwnPropertyDescriptor(target, property)!);
}

const FILTER =
  'JSON object: `{"label": "x"}` keeps what has this value; `{"label": {"+contains": "x"}}` also takes `+gt`, `+gte`, `+lt`, `+lte` and ' +
  '`+neq`; several members must all match; `+and` and `+or` take an array of objects; `+order_by` names a field, `+order` is `asc` or `desc`.';
