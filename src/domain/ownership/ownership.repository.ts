import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Reader, Tx } from '../../database/reader.js';
import { chainOf, rangeBelow } from './ownership.rules.js';
import {
  DELEGATED,
  GIVE_UP,
  LOCK,
  SURROUNDINGS,
  type DelegatedName,
  type Surroundings,
} from './ownership.sql.js';

/** How long given-up names stay on hold (D-203). */
export interface Hold {
  /** Names given up before this time are free. */
  readonly endedBefore: Date;
  /** How long an account must have had a name. */
  readonly afterSeconds: number;
  readonly now: Date;
}

/** Statements, because TypeORM has no advisory locks, no conditions over several tables and no data-modifying CTEs. */
@Injectable()
export class OwnershipRepository {
  constructor(private readonly database: Database) {}

  /** Holds the name, and shares the names above it, until the transaction ends. */
  async lock(tx: Tx, domain: string): Promise<void> {
    await tx.run(LOCK, [chainOf(domain)]);
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

  /** @param above the delegated name: the domain itself or one above it, in `zone` */
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

  /** Records that the account gives up the name which the domain has now. */
  giveUp(tx: Tx, domainId: number, now: Date): void {
    tx.send(GIVE_UP, [domainId, now]);
  }
}
