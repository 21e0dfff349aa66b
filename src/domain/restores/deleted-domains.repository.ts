import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { RESTORE_ALL_RECORDS } from '../changes/changes.sql.js';
import type { DomainRow } from '../domains/domain.resource.js';
import type { Change } from '../domains/domains.repository.js';
import type { Hold } from '../ownership/ownership.repository.js';
import { DeletedDomainEntity } from './deleted-domain.entity.js';
import {
  BOUND_DELETED_DOMAINS,
  DELETED_DOMAINS,
  ACCOUNTS_WITH_DELETED,
  RESTORE_DOMAIN,
  TIDY_DELETED_DOMAINS,
  type DeletedDomainRow,
} from './deleted-domains.sql.js';

/** A deleted domain without its records. */
type DeletedDomain = Pick<DeletedDomainEntity, 'accountId' | 'id' | 'domain' | 'deleted'>;

@Injectable()
export class DeletedDomainsRepository {
  constructor(private readonly database: Database) {}

  /** The domains that were deleted after `endedBefore` of the hold. */
  list(
    key: CallerKey,
    { endedBefore, afterSeconds }: Hold,
    request: ListRequest,
  ): Promise<Page<DeletedDomainRow>> {
    return DELETED_DOMAINS.page(this.database, request, [key, endedBefore, afterSeconds]);
  }

  /** @returns null when the account has no such domain */
  lock(tx: Tx, accountId: number, id: number): Promise<DeletedDomain | null> {
    const select = { accountId: true, id: true, domain: true, deleted: true } as const;
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(DeletedDomainEntity).findOne({ select, where: { accountId, id }, lock });
  }

  /** Restores the domain with its records. */
  async restore(
    tx: Tx,
    { accountId, id, domain }: DeletedDomain,
    { now, leastSerial }: Change,
  ): Promise<DomainRow> {
    const made = (await tx.row(RESTORE_DOMAIN, [accountId, id, now, leastSerial]))!;
    await tx.run(RESTORE_ALL_RECORDS, [accountId, id, domain]);
    await tx.repository(DeletedDomainEntity).delete({ accountId, id });
    return made;
  }

  /** The accounts that have deleted domains since this time. */
  async accountsWithDeleted(since: Date): Promise<number[]> {
    return (await this.database.rows(ACCOUNTS_WITH_DELETED, [since])).map(({ accountId }) => accountId);
  }

  /**
   * Forgets the oldest deleted domains of an account until the others take at most `bytes`.
   * @returns the number of forgotten domains
   */
  bound(tx: Tx, accountId: number, bytes: number): Promise<number> {
    return tx.run(BOUND_DELETED_DOMAINS, [accountId, bytes]);
  }

  /**
   * Forgets domains that were deleted up to `before`.
   * @returns the number of forgotten domains
   */
  tidy(tx: Tx, before: Date, limit: number): Promise<number> {
    return tx.run(TIDY_DELETED_DOMAINS, [before, limit]);
  }
}
