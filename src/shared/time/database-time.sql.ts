import { dedicatedQuery } from '../../database/statement.js';

/** The database's time in milliseconds since the epoch. */
export const READ_CLOCK = dedicatedQuery<{ ms: number }>(
  'time.clocks.read',
  'SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms',
);
