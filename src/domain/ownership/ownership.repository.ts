import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import { chainOf, rangeBelow } from './ownership.rules.js';
import {
  DELEGATED,
  GIVE_UP,
  LOCK_NAMES,
  SURROUNDINGS,
  type DelegatedName,
  type Surroundings,
} from './ownership.sql.js';

/** The names that are on hold after an account gave them up (D-203). */
export interface Hold {
  /** Names given up before this time are free. */
  readonly endedBefore: Date;
  /** The minimum time for which an account had the name. */
  readonly afterSeconds: number;
  readonly now: Date;
}

/**
 * Statements, because TypeORM has no advisory locks, no conditions over several tables, and no
 * common table expressions that change data.
 */
@Injectable()
export class OwnershipRepository {
  constructor(private readonly database: Database) {}

  /** Locks the name, and takes shared locks of the names above it, until the transaction ends. */
  async lock(tx: Tx, domain: string): Promise<void> {
    await tx.run(LOCK_NAMES, [chainOf(domain)]);
  }

  async surroundings(
    domain: string,
    accountId: number,
    { endedBefore, afterSeconds, now }: Hold,
    reader: Reader = this.database,
  ): Promise<Surroundings> {
    const values = [
      domain,
      accountId,
      chainOf(domain),
      ...rangeBelow(domain),
      endedBefore,
      afterSeconds,
      now,
    ];
    return (await reader.row(SURROUNDINGS, values))!;
  }

  /** @param above the delegated name in `zone`: the domain itself or a name above it */
  async delegated(
    domain: string,
    { name: above, zone }: { name: string; zone: string },
    accountId: number,
    now: Date,
  ): Promise<DelegatedName> {
    const chain = chainOf(domain);
    const between = chain.filter((name) => name.length >= above.length);
    return (await this.database.row(DELEGATED, [chain, between, accountId, zone, now]))!;
  }

  /** Stores that the account gives up the domain's present name. */
  giveUp(tx: Tx, accountId: number, domainId: number, now: Date): void {
    tx.send(GIVE_UP, [accountId, domainId, now]);
  }
}
