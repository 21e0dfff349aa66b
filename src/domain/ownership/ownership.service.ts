import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import type { Fault } from '../../shared/errors/errors.js';
import { Clock } from '../../shared/time/clock.js';
import { DAY_MS } from '../../shared/time/date-time.js';
import { DOMAIN_TAKEN } from '../domain.rules.js';
import { OwnershipRepository, type Hold } from './ownership.repository.js';
import { DOMAIN_CONFLICTS, DOMAIN_NOT_AVAILABLE } from './ownership.rules.js';
import type { Surroundings } from './ownership.sql.js';
import { isReserved, ownNames } from './reserved-names.rules.js';

const HOUR_SECONDS = 3600;

/** Decides which account may have which name (D-201 to D-203, D-288). */
@Injectable()
export class OwnershipService {
  private readonly reserved: readonly string[];

  constructor(
    private readonly ownership: OwnershipRepository,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    const { nameservers, publicUrl, reservedDomains } = settings;
    this.reserved = [...ownNames([...nameservers, new URL(publicUrl).hostname]), ...reservedDomains];
  }

  /** Returns why the account may not have the name now; undefined when it may. */
  async faultOf(accountId: number, domain: string): Promise<Fault | undefined> {
    const found = await this.ownership.surroundings(domain, accountId, this.hold());
    return this.fault(found, accountId, domain);
  }

  /**
   * As `faultOf`, for the rest of the transaction: locks the name, so that other changes of it and
   * of names above and below wait.
   */
  async faultOfLocked(tx: Tx, accountId: number, domain: string): Promise<Fault | undefined> {
    await this.ownership.lock(tx, domain);
    const found = await this.ownership.surroundings(domain, accountId, this.hold(), tx);
    return this.fault(found, accountId, domain);
  }

  /** Returns why the account may not claim the name (D-204). Locks it as `faultOfLocked` does. */
  async claimFault(tx: Tx, accountId: number, domain: string): Promise<Fault | undefined> {
    await this.ownership.lock(tx, domain);
    const found = await this.ownership.surroundings(domain, accountId, this.hold(), tx);
    const isOthers = found.holderId !== accountId && this.isReservedOrGiven(found, domain);
    return found.isPlatformName || isOthers ? DOMAIN_NOT_AVAILABLE : undefined;
  }

  /** Returns why the operator can't give the name to an account. */
  async holderFault(accountId: number, domain: string): Promise<Fault | undefined> {
    const { isPlatformName } = await this.ownership.surroundings(domain, accountId, this.hold());
    return isPlatformName ? DOMAIN_NOT_AVAILABLE : undefined;
  }

  /**
   * Stores that the account gives up the domain's name. Call it before the statement that renames
   * the domain. The statement that deletes a domain includes it.
   */
  giveUp(tx: Tx, accountId: number, domainId: number): void {
    this.ownership.giveUp(tx, accountId, domainId, this.clock.now());
  }

  private fault(found: Surroundings, accountId: number, domain: string): Fault | undefined {
    const isHolder = found.holderId === accountId;
    const hasRight = isHolder || found.proven;
    if (found.isPlatformName) return DOMAIN_NOT_AVAILABLE;
    if (!isHolder && this.isReservedOrGiven(found, domain)) return DOMAIN_NOT_AVAILABLE;
    if (!hasRight && (found.held || found.claimed)) return DOMAIN_NOT_AVAILABLE;
    if (found.taken) return DOMAIN_TAKEN;
    return !hasRight && found.conflicts ? DOMAIN_CONFLICTS : undefined;
  }

  /** Whether the name is reserved, or the operator gave it to an account. */
  private isReservedOrGiven({ holderId }: Surroundings, domain: string): boolean {
    return holderId !== null || isReserved(domain, this.reserved);
  }

  /** Returns which names are on hold now. */
  hold(): Hold {
    const { domainHoldAfterHours, domainHoldDays } = this.settings;
    const now = this.clock.now();
    return {
      now,
      endedBefore: new Date(now.getTime() - domainHoldDays * DAY_MS),
      afterSeconds: domainHoldAfterHours * HOUR_SECONDS,
    };
  }
}
