import { trace } from '@opentelemetry/api';
import { pino, destination, type Logger } from 'pino';

export type { Logger } from 'pino';

/** The injection token of the service's logger. */
export const LOGGER = Symbol('Logger');

/**
 * The span of OpenTelemetry that runs now, by the names that its log model gives it; nothing unless the process was started with
 * OpenTelemetry.
 */
export function activeSpan(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** JSON lines on standard output, written beside the requests; what is left is written when the process ends. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: { service: 'cloud-account-service' }, mixin: activeSpan },
    destination({ sync: false }),
  );
}
