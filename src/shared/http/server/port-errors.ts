import { StartError } from '../../errors/start-error.js';

/** The address of a listener. */
export interface ListenerAddress {
  /**
   * The setting of the port. The setting of the host has `HOST` instead of `PORT`; `LISTEN` sets
   * both.
   */
  readonly variable: 'PORT' | 'METRICS_PORT' | 'LISTEN';
  readonly port: number;
  readonly host: string;
}

/**
 * Listens, and explains a failure in a sentence.
 * @throws StartError for each failure of the system
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
      return `another program uses the port ${port}: stop it, or set ${variable}.`;
    case 'EACCES':
      return `this user may not use the port ${port}: set ${variable}.`;
    case 'EADDRNOTAVAIL':
      return `this machine has no address ${host}: set ${hostVariable}.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${host} is unknown: set ${hostVariable}.`;
    default:
      return error.syscall && `no program can listen at ${host} (${error.message}): set ${hostVariable}.`;
  }
}
