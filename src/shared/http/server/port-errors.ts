import { StartError } from '../../errors/start-error.js';

/**
 * Listens, and says in a sentence why a port can't be had.
 * @param variable the setting that names the port.
 */
export async function portErrors<Result>(
  variable: string,
  port: number,
  listen: () => Promise<Result>,
): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(`another program has the port ${port}: end it, or set ${variable}.`);
    }
    if (code === 'EACCES') throw new StartError(`this user may not have the port ${port}: set ${variable}.`);
    if (code === 'EADDRNOTAVAIL') {
      throw new StartError(`this machine has no such address: set ${variable.replace('PORT', 'HOST')}.`);
    }
    throw error;
  }
}
