import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { AccessRequest } from './request-access.js';

/**
 * The JSON object of the body, unchecked, for refusals that come before the check of fields
 * (D-186).
 */
export const RawBody = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).body as Record<string, unknown>,
);

/** The body's text as the client sent it (D-86). */
export const BodyText = createParamDecorator(
  (_: unknown, context: ExecutionContext) => requestOf(context).bodyText!,
);

function requestOf(context: ExecutionContext): AccessRequest {
  return context.switchToHttp().getRequest<AccessRequest>();
}
