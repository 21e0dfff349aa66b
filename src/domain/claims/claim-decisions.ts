import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import type { Actor, NewEvent } from '../../events/event.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Clock } from '../../shared/time/clock.js';
import { domainReference } from '../domain.events.js';
import { DomainsRepository } from '../domains/domains.repository.js';
import { OwnershipService } from '../ownership/ownership.service.js';
import { eventForClaimant, eventForOther, formerDomainReference } from './claim.events.js';
import { CLAIM_DAYS, isOpen, statusAfterCheck, type ClaimStatus } from './claim.rules.js';
import { ClaimsRepository } from './claims.repository.js';
import type { DueClaim, Obstacle } from './claims.sql.js';
import type { DomainClaimEntity } from './domain-claim.entity.js';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** The domains that one transaction deletes: each may have 12,000 records. */
const DELETED_AT_ONCE = 10;
/** The limit that reads all obstacles, so that the account of each one gets its event. */
const ALL = 2147483647;

/** Changes claims, and the domains in their way, by the answers of the parent zone (D-204). */
@Injectable()
export class ClaimDecisions {
  constructor(
    private readonly claims: ClaimsRepository,
    private readonly domains: DomainsRepository,
    private readonly ownership: OwnershipService,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Decides on a claim, which may have changed since the check of its parent zone. Locks the name,
   * so that other changes of it and of names above and below wait until the transaction ends.
   * @param listed whether the servers list the claim's nameserver; undefined when none answers
   * @returns whether domains remain to delete in another transaction
   */
  async decide(
    tx: Tx,
    { id, accountId, domain }: DueClaim,
    listed: boolean | undefined,
    actor: Actor,
  ): Promise<boolean> {
    const fault = await this.ownership.claimFault(tx, accountId, domain);
    const claim = await this.claims.lock(tx, accountId, id);
    if (!claim || !isOpen(claim.status)) return false;
    const isListed = fault ? false : listed;
    const obstacles = isListed ? await this.lockObstacles(tx, claim) : [];
    const facts = { ...claim, isListed, hasObstacles: obstacles.length > 0 };
    const status = statusAfterCheck(facts, this.clock.now());
    if (status === claim.status) return false;
    if (status === 'done') {
      for (const obstacle of obstacles) this.deleteObstacle(tx, claim, obstacle);
      if (obstacles.length === DELETED_AT_ONCE) return true;
    }
    await this.changeStatus(tx, claim, status, actor);
    return false;
  }

  /** Changes the status of a locked claim, with its events and the holds that end. */
  async changeStatus(tx: Tx, claim: DomainClaimEntity, status: ClaimStatus, actor: Actor): Promise<void> {
    const expires = this.clock.in(this.secondsOf(status));
    const changed = { ...claim, status, expires };
    await this.recordForOthers(tx, claim, changed);
    if (status === 'done') {
      await this.claims.endDone(tx, claim, this.clock.now());
      await this.claims.endHolds(tx, claim);
    }
    const nextCheck = status === 'verified' ? expires : null;
    await this.claims.change(tx, claim, { status, expires, nextCheck });
    this.events.record(tx, actor, eventForClaimant(changed));
  }

  /**
   * Locks the obstacles. The first statement waits for other transactions that change them, and the
   * second reads the rows after those changes.
   */
  private async lockObstacles(tx: Tx, claim: DomainClaimEntity): Promise<Obstacle[]> {
    await this.claims.obstacles(tx, claim, DELETED_AT_ONCE);
    return this.claims.obstacles(tx, claim, DELETED_AT_ONCE);
  }

  private secondsOf(status: ClaimStatus): number {
    if (status === 'verified') return this.settings.domainClaimHours * HOUR_SECONDS;
    return status === 'done' ? CLAIM_DAYS * DAY_SECONDS : 0;
  }

  private async recordForOthers(
    tx: Tx,
    before: DomainClaimEntity,
    changed: DomainClaimEntity,
  ): Promise<void> {
    const wasVerified = before.status === 'verified';
    // Others do not know of a claim without a proof, which must not lock their domains.
    if (!wasVerified && changed.status !== 'verified' && changed.status !== 'done') return;
    for (const { accountId, entity } of await this.concernedAccounts(tx, changed)) {
      const event = eventForOther(changed, wasVerified, entity);
      if (event) this.events.record(tx, { accountId }, event);
    }
  }

  /**
   * Returns the accounts of the obstacles; for a done claim, the accounts with a hold of the name.
   */
  private async concernedAccounts(tx: Tx, claim: DomainClaimEntity) {
    if (claim.status !== 'done') {
      const obstacles = await this.claims.obstacles(tx, claim, ALL);
      return obstacles.map((domain) => ({ accountId: domain.accountId, entity: domainReference(domain) }));
    }
    const accounts = await this.claims.holdingAccounts(tx, claim, this.ownership.hold());
    return accounts.map((accountId) => ({ accountId, entity: formerDomainReference(claim.domain) }));
  }

  private deleteObstacle(tx: Tx, { domain }: DomainClaimEntity, obstacle: Obstacle): void {
    const event: NewEvent = {
      action: 'domain_delete',
      entity: domainReference(obstacle),
      message: `Another account has proven at the registry that it owns ${domain}.`,
    };
    const { accountId } = obstacle;
    this.domains.deleteForClaim(tx, this.events.values({ accountId }, event), obstacle);
  }
}
