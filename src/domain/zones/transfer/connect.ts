import { once } from 'node:events';
import { connect, isIPv4, type Socket } from 'node:net';
import { TransferError, type AxfrBounds } from './axfr.js';

type ConnectBounds = Pick<AxfrBounds, 'port' | 'connectMs'>;

/**
 * Connects to the first of the addresses that accepts.
 * @param sourceIps the first of each family is the source address; without one, the host chooses
 * (D-113)
 * @param signal destroys the connection when it aborts
 * @throws the error of the last attempt
 */
export async function connectToAny(
  addresses: readonly string[],
  sourceIps: readonly string[],
  bounds: ConnectBounds,
  signal: AbortSignal,
): Promise<Socket> {
  let failure: unknown = new TransferError('no address that may be connected to');
  for (const address of addresses) {
    try {
      return await connectTo(address, sourceFor(address, sourceIps), bounds, signal);
    } catch (error) {
      failure = error;
      if (signal.aborted) break;
    }
  }
  throw failure;
}

async function connectTo(
  host: string,
  localAddress: string | undefined,
  { port, connectMs }: ConnectBounds,
  signal: AbortSignal,
): Promise<Socket> {
  const socket = connect({ host, port, localAddress, signal, noDelay: true });
  const timer = setTimeout(() => socket.destroy(new TransferError('no connection in time')), connectMs);
  try {
    await once(socket, 'connect');
    return socket;
  } finally {
    clearTimeout(timer);
  }
}

function sourceFor(address: string, sourceIps: readonly string[]): string | undefined {
  return sourceIps.find((source) => isIPv4(source) === isIPv4(address));
}
