import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { applyDecorators } from '@nestjs/common';
import { Field } from '../../shared/validation/field.decorator.js';
import { boolean, description, integer, oneOf } from '../../shared/validation/rules.js';
import { MAX_RECORDS } from '../domain.rules.js';
import { MODES } from './text-changes.rules.js';

const WHOLE_NUMBER = /^-?\d{1,15}$/;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

/** The query of a request with a zone text (D-242). */
export class ZoneTextRequest {
  @Field(oneOf(MODES), { required: true })
  mode: (typeof MODES)[number];

  @Field(integer(0, MAX_RECORDS))
  max_deletes?: number;

  @Field(boolean())
  skip?: boolean;

  @Field(description(0, 253))
  description?: string;
}

/**
 * Injects the query's parameters, with numbers and booleans in place of their texts. They are not
 * checked yet.
 */
export const ZoneTextQuery = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { query } = context.switchToHttp().getRequest<Request>();
  const { max_deletes: maxDeletes, skip } = query;
  const isNumber = typeof maxDeletes === 'string' && WHOLE_NUMBER.test(maxDeletes);
  return {
    ...query,
    ...(isNumber && { max_deletes: Number(maxDeletes) }),
    ...(typeof skip === 'string' && { skip: BOOLEANS[skip] ?? skip }),
  };
});

/** Documents the parameters of `ZoneTextRequest`. */
export function TakesZoneTextQuery(): MethodDecorator {
  return applyDecorators(
    ApiQuery({
      name: 'mode',
      required: true,
      schema: { type: 'string', enum: [...MODES] },
      description:
        '`merge`: the sets of the text replace those of their names and types, others stay. `replace`: the zone becomes the text.',
    }),
    ApiQuery({
      name: 'max_deletes',
      required: false,
      schema: { type: 'integer', minimum: 0, maximum: MAX_RECORDS },
      description: 'The most records that the text may delete, as for a set of changes.',
    }),
    ApiQuery({
      name: 'skip',
      required: false,
      schema: { type: 'boolean' },
      description: 'Leaves out records that cannot be stored, and lists them in `skipped`.',
    }),
    ApiQuery({
      name: 'description',
      required: false,
      schema: { type: 'string', maxLength: 253 },
      description: 'Why; shown with the version and in the event.',
    }),
  );
}
