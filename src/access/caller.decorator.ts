import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessRequest } from './request-access.js';

/** The caller whom the guard let in; undefined where an endpoint is open and no token was sent. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<AccessRequest>().access?.caller,
);
