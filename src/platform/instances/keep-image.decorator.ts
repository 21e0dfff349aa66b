import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { invalid } from '../../shared/errors/errors.js';

const VALUES: Readonly<Record<string, boolean>> = { true: true, false: false };

/** `?keep_image=true|false`; false without it (platform-api.md, Compute). */
export const KeepImage = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const { keep_image: text = 'false' } = context.switchToHttp().getRequest<Request>().query;
  const value = typeof text === 'string' && Object.hasOwn(VALUES, text) ? VALUES[text] : undefined;
  if (value === undefined) throw invalid('keep_image', 'value_not_valid', { allowed: Object.keys(VALUES) });
  return value;
});
