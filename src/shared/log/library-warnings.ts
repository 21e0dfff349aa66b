import type { Logger } from './logger.js';

/**
 * Writes the warnings of libraries and Node to the log instead of the console. Import it before any
 * library, because some warn while they load; it keeps early warnings until the logger exists.
 */
const early: string[] = [];
let write = (warning: string): void => void early.push(warning);

process.removeAllListeners('warning');
process.on('warning', ({ name, message }) => write(`${name}: ${message}`));
for (const level of ['log', 'debug', 'info', 'warn'] as const)
  console[level] = (...words) => write(words.join(' '));

/** Writes warnings to this log from now on. */
export function logLibraryWarnings(logger: Logger): void {
  write = (warning) => logger.warn({ warning }, 'library warning');
  for (const warning of early.splice(0)) write(warning);
}
