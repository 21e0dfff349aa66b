import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { invalid } from '../../shared/errors/errors.js';

const NUMBER = /^\d{1,9}$/;

/**
 * Injects `?from=m`, the version to start from; 0 is the empty zone before the first version.
 * Undefined without the parameter.
 */
export const FromVersion = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { from } = context.switchToHttp().getRequest<Request>().query;
  if (from === undefined) return undefined;
  if (typeof from !== 'string' || !NUMBER.test(from)) throw invalid('from', 'value_not_valid');
  return Number(from);
});

/** Documents `?from=m`. */
export function TakesFromVersion(): MethodDecorator {
  return ApiQuery({
    name: 'from',
    required: false,
    schema: { type: 'integer', minimum: 0 },
    description:
      'The version to start from; 0 is before the first one. By default the version before that of the path.',
  });
}
