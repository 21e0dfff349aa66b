import { Injectable } from '@nestjs/common';
import { IsNull, LessThanOrEqual, Or } from 'typeorm';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { ImageEntity } from '../image.entity.js';

@Injectable()
export class CapturesRepository {
  constructor(private readonly database: Database) {}

  /**
   * The accounts with captures that no process holds a lease on, by the age of their oldest
   * capture.
   */
  async waitingAccounts(now: Date): Promise<number[]> {
    const rows = await this.database
      .repository(ImageEntity)
      .createQueryBuilder('i')
      .select('i.account_id', 'accountId')
      .where(`i.status = 'creating' AND (i.leaseUntil IS NULL OR i.leaseUntil <= :now)`, { now })
      .groupBy('i.account_id')
      .orderBy('min(i.id)')
      .getRawMany<{ accountId: number }>();
    return rows.map(({ accountId }) => accountId);
  }

  /**
   * Locks the account's oldest capture without a lease; captures that failed before come last.
   * Skips rows that another replica has locked, so that replicas take different captures.
   */
  next(tx: Tx, accountId: number, now: Date): Promise<ImageEntity | null> {
    return tx.repository(ImageEntity).findOne({
      where: { accountId, status: 'creating', leaseUntil: Or(IsNull(), LessThanOrEqual(now)) },
      order: { leaseUntil: { direction: 'ASC', nulls: 'FIRST' }, id: 'ASC' },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
  }

  /** D-124: makes the image of a disk without bytes available. */
  async completeWithoutData(tx: Tx, { id, accountId }: ImageEntity, now: Date): Promise<void> {
    await tx
      .repository(ImageEntity)
      .update({ id, accountId: accountId! }, { status: 'available', updated: now });
  }
}
