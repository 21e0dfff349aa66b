import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessRequest } from './request-access.js';

/** The decided caller; for handlers that change something. */
export const TheCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext) => accessOf(context).caller,
);

/** The caller's key, for the statements of a read, which runs beside the decision. */
export const Key = createParamDecorator((_: unknown, context: ExecutionContext) => accessOf(context).key);

/** The decision itself, for the few reads whose answer needs more of the caller than SQL can know. */
export const Decision = createParamDecorator(
  (_: unknown, context: ExecutionContext) => accessOf(context).decision,
);

function accessOf(context: ExecutionContext) {
  return context.switchToHttp().getRequest<AccessRequest>().access!;
}
