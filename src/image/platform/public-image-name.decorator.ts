import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '../../shared/errors/errors.js';

const SLUG = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/**
 * The `{name}` of a path.
 * @throws NotFound when no public image can have it
 */
export const PublicImageName = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const name = String(context.switchToHttp().getRequest<Request>().params.name);
  if (!SLUG.test(name)) throw new NotFound();
  return name;
});
