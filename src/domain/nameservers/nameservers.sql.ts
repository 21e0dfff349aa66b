import { command } from '../../database/statement.js';

/** A statement, because TypeORM has no lock of a table. */
export const LOCK_NAMESERVERS = command(
  'domain.nameservers.lock',
  'LOCK TABLE pdns.nameservers IN SHARE ROW EXCLUSIVE MODE',
);
