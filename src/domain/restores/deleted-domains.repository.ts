import { Injectable } from '@nestjs/common';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { DomainRow } from '../domains/domain.resource.js';
import type { Change } from '../domains/domains.repository.js';
import { DeletedDomainEntity } from './deleted-domain.entity.js';
import {
  DELETED_DOMAINS,
  RESTORE_DOMAIN,
  TIDY_DELETED_DOMAINS,
  type DeletedDomainRow,
} from './deleted-domains.sql.js';

@Injectable()
export class DeletedDomainsRepository {
  constructor(private readonly database: Database) {}

  /** @param since those deleted before are left out */
  list(key: CallerKey, since: Date, request: ListRequest): Promise<Page<DeletedDomainRow>> {
    return DELETED_DOMAINS.page(this.database, request, [key, since]);
  }

  /** @returns null when the account has no such domain */
  lock(tx: Tx, accountId: number, id: number): Promise<DeletedDomainEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(DeletedDomainEntity).findOne({ where: { accountId, id }, lock });
  }

  /** Brings back the domain without its records. */
  async restore(
    tx: Tx,
    { accountId, id }: DeletedDomainEntity,
    { now, leastSerial }: Change,
  ): Promise<DomainRow> {
    const made = (await tx.row(RESTORE_DOMAIN, [accountId, id, now, leastSerial]))!;
    await tx.repository(DeletedDomainEntity).delete({ accountId, id });
    return made;
  }

  /** Forgets domains that were deleted up to this time. @returns how many */
  tidy(tx: Tx, before: Date, limit: number): Promise<number> {
    return tx.run(TIDY_DELETED_DOMAINS, [before, limit]);
  }
}
