import type { Logger } from './logger.js';

/**
 * Sends what libraries and Node would print to the console to the log: whoever starts the service can't act on it. Imported
 * before any library, because some of them warn while they load; what comes before the log exists waits for it.
 */
const early: string[] = [];
let write = (warning: string): void => void early.push(warning);

process.removeAllListeners('warning');
process.on('warning', ({ name, message }) => write(`${name}: ${message}`));
for (const level of ['log', 'debug', 'info', 'warn'] as const)
  console[level] = (...words) => write(words.join(' '));

/** From now on warnings are lines of the log. */
export function logLibraryWarnings(logger: Logger): void {
  write = (warning) => logger.warn({ warning }, 'library warning');
  for (const warning of early.splice(0)) write(warning);
}
