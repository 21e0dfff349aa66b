import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Makes what Nest says of itself lines of the log. Nest would print it as coloured text. */
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

  /** Which modules and routes there are, at every start: nobody needs these. */
  log(): void {}
}

/** Nest passes a stack, where there is one, and the name of the class that speaks. */
function detailsOf(message: unknown, more: readonly unknown[]): object {
  return { nest: more.filter((one) => one !== undefined), ...(message instanceof Error && { err: message }) };
}

function textOf(message: unknown): string {
  if (message instanceof Error) return message.message;
  return typeof message === 'string' ? message : JSON.stringify(message);
}
