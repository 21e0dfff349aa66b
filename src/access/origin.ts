import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { clientAddress } from '../shared/http/request/client-address.js';
import { traceContext, type Traced } from '../shared/http/request/trace-context.js';

type IdentifiedRequest = Request & { requestId: string };

/** The origin of a request, for the audit of its changes and for its calls to other systems. */
export interface Origin extends Traced {
  /** The client's address (D-50). */
  readonly address: string;
}

/** The origin of a change by the platform. A customer's change has its origin in the `Caller`. */
export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext) =>
  originOf(context.switchToHttp().getRequest<IdentifiedRequest>()),
);

export function originOf(request: IdentifiedRequest): Origin {
  const { requestId, headers } = request;
  return { address: clientAddress(request), requestId, trace: traceContext(headers) };
}
