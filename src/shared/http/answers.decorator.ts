import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';

/** Documents what a handler answers: one object of this class. */
export function Answers(shown: Type): MethodDecorator {
  return applyDecorators(ApiOkResponse({ type: shown, description: 'Done.' }));
}

/** Documents a page of a collection (spec: Common conventions). */
export function AnswersPage(shown: Type): MethodDecorator {
  const count = { type: 'integer', minimum: 0 };
  const schema = {
    type: 'object',
    required: ['data', 'page', 'pages', 'results'],
    properties: {
      data: { type: 'array', items: { $ref: getSchemaPath(shown) } },
      page: count,
      pages: count,
      results: count,
    },
  };
  return applyDecorators(ApiExtraModels(shown), ApiOkResponse({ schema, description: 'A page.' }));
}

/** Documents the empty object of deletes and actions (D-02). */
export function AnswersEmpty(): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({ schema: { type: 'object', maxProperties: 0 }, description: 'Done.' }),
  );
}
