import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';

/**
 * Any number that no other advisory lock of the database uses. Releases before D-223 used 4176001.
 */
const MIGRATION_LOCK = 4_176_002;
const ASK_AGAIN_MS = 200;

/**
 * Runs `work` while no other process migrates. The lock belongs to a transaction on a connection of
 * its own, so that it also works through a pooler that assigns connections per transaction, and
 * ends with a killed process. No process waits in a statement for it, because CREATE INDEX
 * CONCURRENTLY would wait for the snapshot of that statement without end.
 */
export async function withMigrationLock<Result>(
  source: DataSource,
  work: () => Promise<Result>,
): Promise<Result> {
  const holder = source.createQueryRunner();
  try {
    while (!(await take(holder))) await sleep(ASK_AGAIN_MS);
    return await work();
  } finally {
    // Reports the first failure.
    if (holder.isTransactionActive) await holder.rollbackTransaction().catch(() => undefined);
    await holder.release();
  }
}

async function take(holder: QueryRunner): Promise<boolean> {
  await holder.startTransaction('READ COMMITTED');
  await holder.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  // Without parameters: they would keep the statement, and with it its snapshot, until the
  // transaction ends.
  const [row] = (await holder.query(`SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS taken`)) as [
    { taken: boolean },
  ];
  if (!row.taken) await holder.rollbackTransaction();
  return row.taken;
}
