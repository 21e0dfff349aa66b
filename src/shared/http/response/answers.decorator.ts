import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { headerRefs } from '../../openapi/operations.js';
import { CURSOR_TYPE, JSON_TYPE, PROBLEM_TYPE } from './media-types.js';

/** Documents a response: one object of this class. */
export function Answers(shown: Type): MethodDecorator {
  return applyDecorators(ApiOkResponse({ type: shown, description: 'Done.' }));
}

/**
 * Documents a response: a page of a collection (spec: Common conventions), and the form with a
 * cursor (D-236).
 */
export function AnswersPage(shown: Type): MethodDecorator {
  const count = (description: string) => ({ type: 'integer', minimum: 0, description });
  const data = { type: 'array', items: { $ref: getSchemaPath(shown) }, description: 'The items.' };
  const object = (properties: Record<string, object>) => ({
    schema: { type: 'object', required: Object.keys(properties), properties },
  });
  const content = {
    [JSON_TYPE]: object({
      data,
      page: count('The page.'),
      pages: count('The number of pages.'),
      results: count('The number of items of all pages.'),
    }),
    [CURSOR_TYPE]: object({ data, next_cursor: NEXT_CURSOR }),
  };
  return applyDecorators(
    ApiExtraModels(shown),
    ApiOkResponse({
      content,
      headers: headerRefs(['Link']),
      description: 'A page, or the items after a cursor.',
    }),
    Refuses(400),
  );
}

const NEXT_CURSOR = {
  type: 'string',
  nullable: true,
  description: 'The cursor of the items after these; null at the end.',
} as const;

/** Documents the empty object of deletes and actions (D-02). */
export function AnswersEmpty(): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({ schema: { type: 'object', maxProperties: 0 }, description: 'Done.' }),
  );
}

/**
 * Documents refusals (D-28) that only the handler knows; the endpoint's row documents the others.
 */
export function Refuses(...statuses: (keyof typeof REFUSALS)[]): MethodDecorator {
  return applyDecorators(
    ...statuses.map((status) => ApiResponse({ status, ...ERROR_BODY, description: REFUSALS[status] })),
  );
}

const ERROR_BODY = {
  content: {
    [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Errors' } },
    [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problem' } },
  },
};

const REFUSALS = {
  400: 'The request is not valid, or the service refuses it. Nothing has changed.',
  401: 'No valid credential.',
  403: 'The token lacks the scope, or the user the grant.',
  404: 'Not found, or not yours.',
  413: 'The body is too large.',
  415: 'The media type or the encoding of the body is not supported.',
  416: 'The range is outside the bytes.',
  429: 'Too many requests; see Retry-After.',
  500: 'An unexpected error, which the log has under X-Request-Id.',
  503: 'Temporarily unavailable; see Retry-After.',
} as const;
