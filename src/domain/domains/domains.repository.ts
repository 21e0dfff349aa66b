import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { AccountEntity } from '../../access/account.entity.js';
import { Database } from '../../database/database.js';
import type { Run, Tx, Values } from '../../database/reader.js';
import { Unauthenticated } from '../../shared/errors/errors.js';
import type { Page } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { nextSerial } from '../serial.rules.js';
import { DomainEntity } from '../domain.entity.js';
import { SignedZoneEntity } from '../signed-zone.entity.js';
import { READ_DOMAIN, type ReadDomain } from '../domain.sql.js';
import { fitsBelow } from '../records/record-name.rules.js';
import { showsDifferentZone } from '../zones/zone-settings.resource.js';
import type { DomainRow, DomainValues } from './domain.resource.js';
import {
  CLONE,
  DELETE_DOMAIN,
  DOMAINS,
  RENAME_RECORDS,
  DELETE_DOMAIN_FOR_CLAIM,
  FIND_TOO_LONG_HOST,
} from './domains.sql.js';

/** The time of a change, and the minimum serial after it (D-106, D-205). */
export interface Change {
  readonly now: Date;
  readonly leastSerial: number;
}

/**
 * A deleted domain is one JSON value, and PostgreSQL stores at most 1 GB. A text may take six times
 * its bytes when it is escaped.
 */
const MAX_RESTORED_BYTES = 64 * 1024 * 1024;

const LONGEST_LABEL = 'a'.repeat(63);

@Injectable()
export class DomainsRepository {
  constructor(private readonly database: Database) {}

  list(caller: Caller, request: ListRequest): Promise<Page<DomainRow>> {
    return DOMAINS.page(this.database, caller, request);
  }

  /**
   * Locks the account's row, and adds 1 to its number of domains.
   * @returns the number before
   * @throws Unauthenticated when the account was deleted, and the token with it
   */
  async count(tx: Tx, accountId: number): Promise<number> {
    const accounts = tx.repository(AccountEntity);
    const lock = { mode: 'for_no_key_update' } as const;
    const select = { id: true, domainCount: true } as const;
    const account = await accounts.findOne({ select, where: { id: accountId }, lock });
    if (!account) throw new Unauthenticated();
    const { domainCount } = account;
    await accounts.update({ id: accountId }, { domainCount: domainCount + 1 });
    return domainCount;
  }

  /** @param recordCount the number of records that the same transaction inserts */
  async insert(
    tx: Tx,
    accountId: number,
    values: DomainValues,
    { now, leastSerial: serial }: Change,
    recordCount = 0,
  ): Promise<DomainEntity> {
    const domains = tx.repository(DomainEntity);
    const times = { created: now, updated: now, named: now };
    const domain = domains.create({ accountId, serial, recordCount, ...times, ...values });
    await domains.insert(domain);
    return domain;
  }

  /** Whether the zone has DNSSEC keys (D-244). */
  isSigned(tx: Tx, { accountId, id }: Pick<DomainEntity, 'accountId' | 'id'>): Promise<boolean> {
    return tx.repository(SignedZoneEntity).existsBy({ accountId, domainId: id });
  }

  /** Locks the domain's row. @returns null when the account has no such domain */
  lock(tx: Tx, accountId: number, id: number): Promise<DomainEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return tx.repository(DomainEntity).findOne({ where: { accountId, id }, lock });
  }

  /** Changes a locked domain. A renamed zone starts with `leastSerial` (D-205). */
  async update(
    tx: Tx,
    before: DomainEntity,
    values: DomainValues,
    { now, leastSerial }: Change,
  ): Promise<DomainEntity> {
    const renamed = values.domain !== before.domain;
    const serial = renamed ? leastSerial : nextSerial(before.serial, leastSerial);
    const named = renamed ? now : before.named;
    const zoneVersion = before.zoneVersion + (showsDifferentZone(before, values) ? 1 : 0);
    const changes = { ...values, serial, named, zoneVersion, updated: now };
    await tx.repository(DomainEntity).update({ accountId: before.accountId, id: before.id }, changes);
    return { ...before, ...changes };
  }

  async renameRecords(tx: Tx, accountId: number, { id, domain }: ReadDomain): Promise<void> {
    await tx.run(RENAME_RECORDS, [accountId, id, domain]);
  }

  /** Whether a relative host of the domain's records is too long below its name. */
  async hasTooLongHosts(tx: Tx, accountId: number, { id, domain }: ReadDomain): Promise<boolean> {
    // A relative host is one label of at most 63 characters.
    if (fitsBelow(domain, LONGEST_LABEL)) return false;
    return (await tx.row(FIND_TOO_LONG_HOST, [accountId, id, domain])) !== undefined;
  }

  read(accountId: number, id: number): Promise<ReadDomain | undefined> {
    return this.database.row(READ_DOMAIN, [accountId, id]);
  }

  /**
   * Deletes the domain, whose name goes on hold. It can be restored unless its records take more
   * than 64 MiB (D-241).
   * @param events the values of the change's event
   */
  async delete(run: Run, events: Values, { id, domain }: ReadDomain): Promise<void> {
    await run(DELETE_DOMAIN, [...events, id, domain, MAX_RESTORED_BYTES]);
  }

  /**
   * Deletes the domain of an account after another account has proven a claim of the name (D-204).
   */
  deleteForClaim(tx: Tx, events: Values, { id, domain }: ReadDomain): void {
    tx.send(DELETE_DOMAIN_FOR_CLAIM, [...events, id, domain]);
  }

  /**
   * Copies a domain and its records. The transaction has called `count` for the new domain.
   * @returns undefined when the source no longer exists
   */
  clone(
    tx: Tx,
    accountId: number,
    sourceId: number,
    domain: string,
    { now, leastSerial }: Change,
  ): Promise<DomainRow | undefined> {
    return tx.row(CLONE, [accountId, sourceId, domain, leastSerial, now]);
  }
}
