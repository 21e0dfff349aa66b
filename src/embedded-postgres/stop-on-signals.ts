import { STOP_SIGNALS } from '../shared/stop-signals.js';

/**
 * On a stop signal: stops the embedded PostgreSQL, which would otherwise run on after the end
 * of this process.
 * @returns a function that ends this
 */
export function stopDatabaseOnSignals(stopDatabase: () => Promise<void>, exitCode: number): () => void {
  const stop = () => void stopDatabase().finally(() => process.exit(exitCode));
  for (const signal of STOP_SIGNALS) process.on(signal, stop);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
  };
}
