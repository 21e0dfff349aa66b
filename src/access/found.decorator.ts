import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessRequest } from './request-access.js';

/**
 * The row of the path's entity, which the guard read with the credential. The endpoint's row
 * selects its columns: `shows` the look-up's `shown`, `reads` its `read`. Undefined for other
 * endpoints.
 */
export const Found = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AccessRequest>().access?.found,
);
