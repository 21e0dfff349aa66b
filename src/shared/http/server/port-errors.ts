import { StartError } from '../../errors/start-error.js';

/** Where a listener shall be. */
export interface ListenerAddress {
  /** The setting that names the port; that of the host differs in its last word. */
  readonly variable: 'PORT' | 'METRICS_PORT';
  readonly port: number;
  readonly host: string;
}

/**
 * Listens, and says in a sentence why an address can't be had.
 * @throws StartError for each failure of the system.
 */
export async function portErrors<Result>(
  address: ListenerAddress,
  listen: () => Promise<Result>,
): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const reason = reasonOf(error as NodeJS.ErrnoException, address);
    if (reason === undefined) throw error;
    throw new StartError(reason, { cause: error });
  }
}

function reasonOf(
  error: NodeJS.ErrnoException,
  { variable, port, host }: ListenerAddress,
): string | undefined {
  const hostVariable = variable.replace('PORT', 'HOST');
  switch (error.code) {
    case 'EADDRINUSE':
      return `another program has the port ${port}: end it, or set ${variable}.`;
    case 'EACCES':
      return `this user may not have the port ${port}: set ${variable}.`;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${host}: set ${hostVariable}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `nobody knows the host ${host}: set ${hostVariable}.`;
    default:
      return error.syscall && `nothing can listen at ${host} (${error.message}): set ${hostVariable}.`;
  }
}
