import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { clientAddress } from '../shared/http/request/client-address.js';
import { traceContext, type Traced } from '../shared/http/request/trace-context.js';

type IdentifiedRequest = Request & { requestId: string };

/** Where a request came from: for the audit of what it changes, and for the calls that it makes to others. */
export interface Origin extends Traced {
  /** The client's address (D-50). */
  readonly address: string;
}

/** The origin of a change that the platform makes. The `Caller` has the origin of a customer's change. */
export const RequestOrigin = createParamDecorator((_: unknown, context: ExecutionContext) =>
  originOf(context.switchToHttp().getRequest<IdentifiedRequest>()),
);

export function originOf(request: IdentifiedRequest): Origin {
  const { requestId, headers } = request;
  return { address: clientAddress(request), requestId, trace: traceContext(headers) };
}
