import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Writes Nest's own messages to the log. Nest would print coloured text. */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  error(message: unknown, ...more: unknown[]): void {
    this.logger.error(detailsOf(message, more), textOf(message));
  }

  fatal(message: unknown, ...more: unknown[]): void {
    this.logger.fatal(detailsOf(message, more), textOf(message));
  }

  warn(message: unknown, ...more: unknown[]): void {
    this.logger.warn(detailsOf(message, more), textOf(message));
  }

  /** Drops the list of modules and routes that Nest prints at each start. */
  log(): void {}
}

/**
 * @param more Nest's further arguments: a stack, if there is one, and the name of the logging class
 */
function detailsOf(message: unknown, more: readonly unknown[]): object {
  return { nest: more.filter((one) => one !== undefined), ...(message instanceof Error && { err: message }) };
}

function textOf(message: unknown): string {
  if (message instanceof Error) return message.message;
  return typeof message === 'string' ? message : JSON.stringify(message);
}
