import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { Faults } from '../../errors/faults.js';
import { Refuses } from '../response/answers.decorator.js';

const VALUES = ['true', 'false'] as const;

/** Injects whether this query parameter of a list is `true`. `List` refuses unknown values. */
export const Flag = createParamDecorator(
  (name: string, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().query[name] === 'true',
);

/** As `Flag`, for other decorators and other endpoints. @throws Invalid */
export function flagOf({ query }: Pick<Request, 'query'>, name: string): boolean {
  const faults = new Faults();
  checkFlag(query, name, faults);
  faults.throwIfAny();
  return query[name] === 'true';
}

/** Adds a fault for a value other than `true` and `false`. */
export function checkFlag(query: Request['query'], name: string, faults: Faults): void {
  const value = query[name];
  if (value !== undefined && !VALUES.some((known) => known === value))
    faults.add(name, 'value_not_valid', { allowed: VALUES });
}

/** Documents a parameter of `Flag`. */
export function TakesFlag(name: string, description: string): MethodDecorator {
  const schema = { type: 'boolean', default: false } as const;
  return applyDecorators(ApiQuery({ name, required: false, schema, description }), Refuses(400));
}
