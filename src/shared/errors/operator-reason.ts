import { ServiceError } from './errors.js';
import { StartError } from './start-error.js';

/**
 * The sentence for the operator of a failure that the operator can mend: of the start, of the system (files, network) or of
 * PostgreSQL. Undefined for a fault of the service itself, of which the stack says more.
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
