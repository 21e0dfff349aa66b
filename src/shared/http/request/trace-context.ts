import type { IncomingHttpHeaders } from 'node:http';
import { context, propagation } from '@opentelemetry/api';

/** The caller's span in a distributed trace (W3C Trace Context). */
interface TraceContext {
  readonly traceId: string;
  /** The caller's own span. */
  readonly parentId: string;
  readonly flags: string;
  /** A valid `tracestate`. */
  readonly state?: string;
}

/** The ids of a request that its calls to other services carry. */
export interface Traced {
  readonly requestId: string;
  readonly trace?: TraceContext;
}

// Versions after 00 may be longer and keep the positions of 00. Version ff and ids of zeroes are
// invalid.
const TRACEPARENT =
  /^(?:00(?=.{53}$)|(?!00|ff)[0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;
const MAX_STATE_CHARACTERS = 512;
const MAX_STATE_MEMBERS = 32;
const STATE_MEMBER =
  /^[a-z0-9][a-z0-9_\-*/@]{0,255}=[\x21-\x2b\x2d-\x3c\x3e-\x7e][\x20-\x2b\x2d-\x3c\x3e-\x7e]{0,255}$/;

/**
 * Reads the trace from the headers.
 * @returns undefined when it is missing or malformed (W3C Trace Context, 3.2)
 */
export function traceContext({ traceparent, tracestate }: IncomingHttpHeaders): TraceContext | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const match = TRACEPARENT.exec(traceparent);
  if (!match) return undefined;
  const [, traceId, parentId, flags] = match as unknown as readonly [string, string, string, string];
  const state = typeof tracestate === 'string' && isTraceState(tracestate) ? { state: tracestate } : {};
  return { traceId, parentId, flags, ...state };
}

/** The span of this request in its trace. */
export function spanId(requestId: string): string {
  return requestId.replaceAll('-', '').slice(0, 16);
}

/**
 * The headers that name the trace of a call to another service; empty without a trace. With
 * OpenTelemetry they name its active span.
 */
export function traceHeaders({ requestId, trace }: Traced): Record<string, string> {
  const { traceparent: active, tracestate } = injected();
  if (active !== undefined)
    return tracestate === undefined ? { traceparent: active } : { traceparent: active, tracestate };
  if (!trace) return {};
  const { traceId, flags, state } = trace;
  const traceparent = `00-${traceId}-${spanId(requestId)}-${flags}`;
  return state === undefined ? { traceparent } : { traceparent, tracestate: state };
}

function injected(): Partial<Record<string, string>> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Bounded, because it is forwarded unchanged. */
function isTraceState(text: string): boolean {
  if (text.length > MAX_STATE_CHARACTERS) return false;
  const members = text.split(',').map((member) => member.trim());
  return members.length <= MAX_STATE_MEMBERS && members.every((member) => STATE_MEMBER.test(member));
}
