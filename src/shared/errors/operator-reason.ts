import { ServiceError } from './errors.js';
import { StartError } from './start-error.js';

/**
 * The message for a failure that the operator can fix: of the start, the system (files, network) or
 * PostgreSQL. Undefined for a bug of the service, for which the stack is more useful.
 */
export function operatorReason(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  if (error instanceof ServiceError)
    return error.cause === undefined ? undefined : operatorReason(error.cause);
  if (!(error instanceof Error)) return undefined;
  const { syscall, severity } = error as NodeJS.ErrnoException & { severity?: string };
  if (severity !== undefined) return `PostgreSQL says: ${error.message}.`;
  return syscall === undefined ? undefined : `${error.message}.`;
}
