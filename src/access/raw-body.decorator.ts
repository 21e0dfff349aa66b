import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessRequest } from './request-access.js';

/** The JSON object of the body, unchecked: for what is refused before any field is looked at (D-186). */
export const RawBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).body as Record<string, unknown>,
);

/** The body's text as it was sent (D-86). */
export const BodyText = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).bodyText!,
);

function requestOf(context: ExecutionContext): AccessRequest {
  return context.switchToHttp().getRequest<AccessRequest>();
}
