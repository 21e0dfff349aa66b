import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiResponse, getSchemaPath } from '@nestjs/swagger';

/** Documents what a handler answers: one object of this class. */
export function Answers(shown: Type): MethodDecorator {
  return applyDecorators(ApiOkResponse({ type: shown, description: 'Done.' }));
}

/** Documents a page of a collection (spec: Common conventions), and what a cursor finds of it (D-236). */
export function AnswersPage(shown: Type): MethodDecorator {
  const count = { type: 'integer', minimum: 0 };
  const data = { type: 'array', items: { $ref: getSchemaPath(shown) } };
  const object = (properties: Record<string, object>) => ({
    type: 'object',
    required: Object.keys(properties),
    properties,
  });
  const schema = {
    oneOf: [
      object({ data, page: count, pages: count, results: count }),
      object({ data, next_cursor: { type: 'string', nullable: true } }),
    ],
  };
  return applyDecorators(
    ApiExtraModels(shown),
    ApiOkResponse({ schema, headers: { Link: LINK }, description: 'A page.' }),
    Refuses(400),
  );
}

const LINK = {
  description: 'Other parts of the list (RFC 8288): `first`, `prev`, `next`, `last`.',
  schema: { type: 'string' },
} as const;

/** Documents the empty object of deletes and actions (D-02). */
export function AnswersEmpty(): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({ schema: { type: 'object', maxProperties: 0 }, description: 'Done.' }),
  );
}

/** Documents refusals (D-28): the endpoint's row brings its own, a handler names what only it knows. */
export function Refuses(...statuses: (keyof typeof REFUSALS)[]): MethodDecorator {
  return applyDecorators(
    ...statuses.map((status) => ApiResponse({ status, ...ERROR_BODY, description: REFUSALS[status] })),
  );
}

const ERROR_BODY = {
  content: {
    'application/json': { schema: { $ref: '#/components/schemas/Errors' } },
    'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
  },
};

const REFUSALS = {
  400: 'The request is not valid, or refused; nothing has changed.',
  401: 'No valid credential.',
  403: 'The token lacks the scope, or the user the grant.',
  404: 'Not found, or not yours.',
  413: 'The body is too large.',
  415: 'The body has a media type or an encoding that is not supported.',
  416: 'The Range lies outside of the bytes.',
  429: 'Too many requests; see Retry-After.',
  500: 'Something unexpected; the log tells of it under X-Request-Id.',
  503: 'Temporarily unavailable; see Retry-After.',
} as const;
