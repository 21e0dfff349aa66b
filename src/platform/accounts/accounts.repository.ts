import { Inject, Injectable } from '@nestjs/common';
import { AccountEntity } from '../../access/account.entity.js';
import { UserEntity } from '../../access/user.entity.js';
import type { Tx } from '../../database/reader.js';
import type { Command, Query } from '../../database/statement.js';
import { AREAS, gathered, type Area } from '../../shared/areas/area.js';
import type { Blocker } from '../../shared/errors/reason.js';
import { accountResources, deletionsOfEnded } from './accounts.sql.js';

/** The columns that billing reports. */
type Billing = Pick<
  AccountEntity,
  'paymentsTotalUsd' | 'referralsCompleted' | 'referralsCredit' | 'referralsPending' | 'referralsTotal'
>;

@Injectable()
export class AccountsRepository {
  private readonly resources: Query<Blocker>;
  private readonly ended: readonly Command<never>[];

  constructor(@Inject(AREAS) areas: readonly Area[]) {
    const tables = gathered(areas, 'grantable');
    this.resources = accountResources(tables);
    this.ended = deletionsOfEnded(tables);
  }

  async insert(
    tx: Tx,
    values: Pick<AccountEntity, 'company' | 'email' | 'parentAccountId' | 'activeSince'>,
  ): Promise<AccountEntity> {
    const accounts = tx.repository(AccountEntity);
    const account = accounts.create(values);
    await accounts.insert(account);
    return account;
  }

  /**
   * Locks the account against other calls of `lock`. Inserts of rows that refer to it don't wait: a
   * transaction that records an event holds its user, and the deletion of that user waits for it.
   */
  lock(tx: Tx, id: number): Promise<AccountEntity | null> {
    const lock = { mode: 'for_no_key_update' } as const;
    return tx.repository(AccountEntity).findOne({ where: { id }, lock });
  }

  /** @returns whether the account exists */
  async setBilling(tx: Tx, id: number, figures: Billing): Promise<boolean> {
    return (await tx.repository(AccountEntity).update({ id }, figures)).affected === 1;
  }

  /** Deletes the account's resources that have ended by time. A job removes their bytes later. */
  async deleteEnded(tx: Tx, id: number, now: Date): Promise<void> {
    for (const deletion of this.ended) await tx.run(deletion, [id, now]);
  }

  /** The resources that prevent the deletion of the account (D-200): at most 100. */
  resourcesOf(tx: Tx, id: number): Promise<readonly Blocker[]> {
    return tx.rows(this.resources, [id]);
  }

  /**
   * Deletes the account with its users, tokens, grants, clients and events. Other resources prevent
   * it (D-200).
   */
  async delete(tx: Tx, id: number): Promise<void> {
    const users = tx.repository(UserEntity);
    await users.delete({ accountId: id });
    // The lock prevents new users, so the second delete leaves none.
    await tx.repository(AccountEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
    await users.delete({ accountId: id });
    await tx.repository(AccountEntity).delete({ id });
  }
}
