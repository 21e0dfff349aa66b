import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '../../errors/errors.js';
import { pathId } from './path-id.js';

/**
 * A number in the path (`@PathId('vpcId') id: number`).
 * @throws NotFound when it can't be an id (D-08)
 */
export const PathId = createParamDecorator((name: string, context: ExecutionContext) => {
  const id = pathId(String(context.switchToHttp().getRequest<Request>().params[name]));
  if (id === undefined) throw new NotFound();
  return id;
});
