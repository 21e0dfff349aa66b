import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessRequest } from './request-access.js';

/**
 * The row of the entity that the path names, with the columns that its area gives as `shown`. The guard read it with the
 * credential and let the caller see it; a change whose row in the table has `reads` gets the columns of `read`. Undefined on other
 * endpoints.
 */
export const Found = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AccessRequest>().access?.found,
);
