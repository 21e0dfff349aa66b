import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '../../shared/errors/errors.js';
import { normaliseDomain } from '../domain-name.rules.js';

/**
 * The `{name}` of a path in the form in which names are stored.
 * @throws NotFound when no domain can have it
 */
export const HolderName = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const domain = normaliseDomain(String(context.switchToHttp().getRequest<Request>().params.name));
  if (domain === undefined) throw new NotFound();
  return domain;
});
