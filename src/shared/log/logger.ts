import { trace } from '@opentelemetry/api';
import { pino, destination, type Logger } from 'pino';

export type { Logger } from 'pino';

/** The injection token of the service's logger. */
export const LOGGER = Symbol('Logger');

/**
 * The active span of OpenTelemetry, by the names of its log model; empty unless the process was
 * started with OpenTelemetry.
 */
export function activeSpan(): { trace_id?: string; span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** Writes JSON lines to standard output, asynchronously; flushes the rest when the process ends. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: { service: 'cloud-account-service' }, mixin: activeSpan },
    destination({ sync: false }),
  );
}
