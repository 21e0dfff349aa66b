import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessRequest } from './request-access.js';

/**
 * The caller whom the guards admitted; undefined when the request to an open endpoint has no token.
 */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<AccessRequest>().access?.caller,
);
