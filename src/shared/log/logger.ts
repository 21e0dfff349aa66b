import { pino, destination, type Logger } from 'pino';

export type { Logger } from 'pino';

/** The injection token of the service's logger. */
export const LOGGER = Symbol('Logger');

/** JSON lines on standard output, written beside the requests; what is left is written when the process ends. */
export function createLogger(level: string): Logger {
  return pino({ level, base: { service: 'cloud-account-service' } }, destination({ sync: false }));
}
