import { Injectable } from '@nestjs/common';
import { In, LessThanOrEqual, Not } from 'typeorm';
import { AccountEntity } from '../../access/account.entity.js';
import type { CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { Unauthenticated } from '../../shared/errors/errors.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import type { Hold } from '../ownership/ownership.repository.js';
import { chainOf, rangeBelow } from '../ownership/ownership.rules.js';
import type { ClaimStatus } from './claim.rules.js';
import type { ClaimRow } from './claim.view.js';
import {
  CLAIMS,
  END_HOLDS,
  HOLDING_ACCOUNTS,
  HOSTED_ZONES,
  OBSTACLES,
  TAKE_DUE_CLAIMS,
  TIDY_CLAIMS,
  type DueClaim,
  type Obstacle,
} from './claims.sql.js';
import { DomainClaimEntity } from './domain-claim.entity.js';
import type { HostedZone } from './hosted-zones.rules.js';

/** A claim's name and account. */
export type ClaimedName = Pick<DomainClaimEntity, 'accountId' | 'domain'>;

@Injectable()
export class ClaimsRepository {
  constructor(private readonly database: Database) {}

  list(key: CallerKey, request: ListRequest): Promise<Page<ClaimRow>> {
    return CLAIMS.page(this.database, request, [key]);
  }

  read(accountId: number, id: number): Promise<DomainClaimEntity | null> {
    return this.database.repository(DomainClaimEntity).findOneBy({ accountId, id });
  }

  lock(tx: Tx, accountId: number, id: number): Promise<DomainClaimEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(DomainClaimEntity).findOne({ where: { accountId, id }, lock });
  }

  /**
   * Locks the account's row, so that the number of open claims stays.
   * @returns the number
   * @throws Unauthenticated when the account was deleted, and the token with it
   */
  async countOpen(tx: Tx, accountId: number): Promise<number> {
    const lock = { mode: 'for_no_key_update' } as const;
    const account = await tx
      .repository(AccountEntity)
      .findOne({ select: { id: true }, where: { id: accountId }, lock });
    if (!account) throw new Unauthenticated();
    return tx
      .repository(DomainClaimEntity)
      .countBy({ accountId, status: In<ClaimStatus>(['pending', 'verified']) });
  }

  async insert(tx: Tx, values: Omit<DomainClaimEntity, 'id'>): Promise<DomainClaimEntity> {
    const claims = tx.repository(DomainClaimEntity);
    const claim = claims.create(values);
    await claims.insert(claim);
    return claim;
  }

  async change(
    tx: Tx,
    { accountId, id }: DomainClaimEntity,
    changes: Pick<DomainClaimEntity, 'status' | 'expires' | 'nextCheck'>,
  ): Promise<void> {
    await tx.repository(DomainClaimEntity).update({ accountId, id }, changes);
  }

  /** Locks the account's overdue pending claims, which the job has not ended yet. */
  lockOverdue(tx: Tx, accountId: number, now: Date): Promise<DomainClaimEntity[]> {
    const where = { accountId, status: 'pending', expires: LessThanOrEqual(now) } as const;
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(DomainClaimEntity).find({ where, order: { id: 'ASC' }, lock });
  }

  /** Ends earlier done claims of the name. */
  async endDone(tx: Tx, { id, domain }: DomainClaimEntity, now: Date): Promise<void> {
    const before = { id: Not(id), domain, status: 'done' } as const;
    await tx.repository(DomainClaimEntity).update(before, { status: 'expired', expires: now });
  }

  /** Leases at most `limit` due claims to this process until `next`. */
  takeDue(now: Date, next: Date, limit: number): Promise<DueClaim[]> {
    return this.database.transaction((tx) => tx.rows(TAKE_DUE_CLAIMS, [now, next, limit]));
  }

  /** Reads the active domains of all accounts at the name and above it. */
  hostedZones(domain: string): Promise<HostedZone[]> {
    return this.database.rows(HOSTED_ZONES, [chainOf(domain)]);
  }

  /** Reads and locks the domains of other accounts in the way. */
  obstacles(tx: Tx, { accountId, domain }: ClaimedName, limit: number): Promise<Obstacle[]> {
    return tx.rows(OBSTACLES, [domain, accountId, ...rangeBelow(domain), limit]);
  }

  async holdingAccounts(tx: Tx, { accountId, domain }: ClaimedName, hold: Hold): Promise<number[]> {
    const { endedBefore, afterSeconds } = hold;
    const rows = await tx.rows(HOLDING_ACCOUNTS, [domain, accountId, endedBefore, afterSeconds]);
    return rows.map((row) => row.accountId);
  }

  async endHolds(tx: Tx, { accountId, domain }: ClaimedName): Promise<void> {
    await tx.run(END_HOLDS, [domain, accountId, ...rangeBelow(domain)]);
  }

  /** Deletes claims that ended before a time. @returns how many, at most `limit` */
  tidy(tx: Tx, before: Date, limit: number): Promise<number> {
    return tx.run(TIDY_CLAIMS, [before, limit]);
  }
}
