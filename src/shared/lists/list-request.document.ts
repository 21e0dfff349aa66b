import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiQuery } from '@nestjs/swagger';
import type { Fields } from './filter.js';

/** Documents the parameters of a collection. */
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
        'The `next_cursor` of the previous page; empty for the first page. Not with `page` or `+order_by`.',
      schema: { type: 'string' },
    }),
    ApiQuery({
      name: 'page_size',
      required: false,
      description: 'The number of items on a page.',
      schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
    }),
    ApiHeader({
      name: 'X-Filter',
      required: false,
      description: describeFilter(fields),
      schema: { type: 'string' },
    }),
  );
  return (target, property) => decorate(target, property, Object.getOwnPropertyDescriptor(target, property)!);
}

/** Describes `X-Filter` with examples that this list accepts. */
function describeFilter(fields: Fields): string {
  const names = Object.keys(fields);
  const named = names.find((name) => name !== 'id' && fields[name]!.type === 'string');
  const unordered = names.filter((name) => !fields[name]!.orderable);
  return (
    `JSON object. \`{"${named}": "x"}\` selects items with this value. \`{"${named}": {"+contains": "x"}}\` is one of the ` +
    'operators `+contains`, `+gt`, `+gte`, `+lt`, `+lte` and `+neq`. An item must match all members. `+and` and `+or` have an ' +
    `array of objects. \`+order_by\` is a field, and \`+order\` is \`asc\` or \`desc\`. Fields: ${names.join(', ')}.` +
    (unordered.length > 0 ? ` Not for \`+order_by\`: ${unordered.join(', ')}.` : '')
  );
}
