import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { invalid } from '../../errors/errors.js';
import { Refuses } from '../response/answers.decorator.js';

const VALUES = ['true', 'false'] as const;

/**
 * Injects whether this query parameter is `true`. Values other than `true` and `false` are refused.
 */
export const Flag = createParamDecorator((name: string, context: ExecutionContext) =>
  flagOf(context.switchToHttp().getRequest<Request>(), name),
);

/** As `Flag`, for other decorators. @throws Invalid */
export function flagOf({ query }: Pick<Request, 'query'>, name: string): boolean {
  const value = query[name];
  if (value !== undefined && !VALUES.some((known) => known === value))
    throw invalid(name, 'value_not_valid', { allowed: VALUES });
  return value === 'true';
}

/** Documents a parameter of `Flag`. */
export function TakesFlag(name: string, description: string): MethodDecorator {
  const schema = { type: 'boolean', default: false } as const;
  return applyDecorators(ApiQuery({ name, required: false, schema, description }), Refuses(400));
}
