import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { handleDue } from '../../shared/jobs/due-rows.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { Clock } from '../../shared/time/clock.js';
import { Registry } from '../claims/registry/registry.js';
import type { DomainEntity } from '../domain.entity.js';
import { DomainsRepository } from '../domains/domains.repository.js';
import { DnssecChanges } from './dnssec-changes.js';
import { DnssecRepository } from './dnssec.repository.js';
import { asksParent, isRenewalDue, nextStep, type ParentDs } from './dnssec.rules.js';
import type { DueZone } from './dnssec.sql.js';
import { dsOf, dsText } from './key.rules.js';

/** Longer than one check takes. */
const LEASE_SECONDS = 300;
/** The maximum of one run. A round takes at most the seconds of `REGISTRY_BOUNDS`. */
const MAX_ROUNDS = 100;

/** Takes due steps of signed zones, and renews the signatures on secondaries (D-244). */
@Injectable()
export class DnssecStepsService {
  constructor(
    private readonly dnssec: DnssecRepository,
    private readonly changes: DnssecChanges,
    private readonly domains: DomainsRepository,
    private readonly registry: Registry,
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Checks all zones that are due.
   * @returns the ids of their domains
   * @throws as `handleDue`
   */
  async checkDue(): Promise<number[]> {
    const taken = await handleDue(
      (limit) => this.dnssec.takeDue(this.clock.now(), this.clock.in(LEASE_SECONDS), limit),
      (zone) => this.check(zone),
      MAX_ROUNDS,
    );
    return taken.map(({ domainId }) => domainId);
  }

  private async check({ domainId, accountId }: DueZone): Promise<void> {
    const domain = await this.dnssec.domain(accountId, domainId);
    const seen = await this.dnssec.find(accountId, domainId);
    if (!domain || !seen) return;
    const asked = asksParent(seen.zone, this.clock.now()) ? await this.dsAtParent(domain) : undefined;
    await this.database.transaction(async (tx) => {
      const locked = await this.domains.lock(tx, accountId, domainId);
      const signed = await this.dnssec.find(accountId, domainId, tx);
      if (!locked || !signed) return;
      const now = this.clock.now();
      // An answer from before another change says nothing about the zone now.
      const parent = signed.zone.since.getTime() === seen.zone.since.getTime() ? asked : undefined;
      const zone = { ...signed.zone, dsTtlSec: Math.max(signed.zone.dsTtlSec, parent?.ttl ?? 0) };
      const newestDs = dsText(dsOf(locked.domain, signed.keys.at(-1)!.publicKey));
      const step = nextStep(zone, parent, newestDs, now);
      const found = { ...signed, zone };
      if (step) await this.changes.takeStep(tx, locked, found, step, { accountId });
      else await this.changes.recordCheck(tx, locked, found, isRenewalDue(zone.renewed, now), { accountId });
    });
  }

  /** @returns undefined when the parent zone's servers can't be found, or none answers */
  private async dsAtParent({ domain }: DomainEntity): Promise<ParentDs | undefined> {
    try {
      return await this.registry.dsRecords(domain);
    } catch (error) {
      this.logger.info({ err: error, domain }, 'the parent zone of a signed domain does not answer');
      return undefined;
    }
  }
}
