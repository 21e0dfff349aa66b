import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { NotFound } from '../../errors/errors.js';
import { pathId } from './path-id.js';

/** A number of the path (`@PathId('vpcId') id: number`); anything that can't be one is 404 (D-08). */
export const PathId = createParamDecorator((name: string, context: ExecutionContext) => {
  const id = pathId(String(context.switchToHttp().getRequest<Request>().params[name]));
  if (id === undefined) throw new NotFound();
  return id;
});
