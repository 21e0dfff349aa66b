import { Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import type { Tx } from '../../database/reader.js';
import type { Actor } from '../../events/event.js';
import { EventsService } from '../../events/events.service.js';
import { invalid } from '../../shared/errors/errors.js';
import { Clock } from '../../shared/time/clock.js';
import type { DomainEntity } from '../domain.entity.js';
import { domainReference } from '../domain.events.js';
import { yearSerial } from '../serial.rules.js';
import { Delegations } from './delegations.js';
import { DnssecRepository, type SignedZone } from './dnssec.repository.js';
import {
  MIN_DS_TTL_SECONDS,
  nextCheck,
  PROPAGATION_SECONDS,
  readyKeys,
  type DnssecStatus,
  type Step,
} from './dnssec.rules.js';
import { dsOf, dsText } from './key.rules.js';
import { newKey } from './new-key.js';
import type { SignedZoneEntity } from '../signed-zone.entity.js';

/**
 * The changes of a signed zone (D-244). The caller has locked the domain. Each change of the status
 * gives the domain a new serial and an event.
 */
@Injectable()
export class DnssecChanges {
  constructor(
    private readonly dnssec: DnssecRepository,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly delegations: Delegations,
  ) {}

  /** Makes the first key. The zone is `preparing` until no cache has unsigned answers. */
  async begin(tx: Tx, domain: DomainEntity, actor: Actor): Promise<SignedZone> {
    const now = this.clock.now();
    const first = {
      accountId: domain.accountId,
      domainId: domain.id,
      status: 'preparing',
      since: now,
      until: this.clock.in(await this.cacheSeconds(tx, domain)),
      dsTtlSec: MIN_DS_TTL_SECONDS,
      renewed: now,
      delegated: false,
    } as const;
    const zone: SignedZoneEntity = { ...first, due: nextCheck(first, now) };
    await this.dnssec.insert(tx, zone);
    const key = await this.dnssec.addKey(tx, domain, newKey(), now);
    await this.announce(tx, domain, actor, zone.status);
    return { zone, keys: [key] };
  }

  /** Signs a zone again with its keys after `end`. */
  async resume(tx: Tx, domain: DomainEntity, { zone, keys }: SignedZone, actor: Actor): Promise<SignedZone> {
    const status = keys.length > 1 ? 'rolling' : 'preparing';
    const step = { status, seconds: await this.cacheSeconds(tx, domain) } as const;
    return this.changeStatus(tx, domain, { zone, keys }, step, actor);
  }

  /**
   * Adds a key, which also signs all records. A later step deletes the old key when no cache needs
   * it (RFC 6781 section 4.1.3).
   */
  async roll(tx: Tx, domain: DomainEntity, { zone, keys }: SignedZone, actor: Actor): Promise<SignedZone> {
    const key = await this.dnssec.addKey(tx, domain, newKey(), this.clock.now());
    const step = { status: 'rolling', seconds: await this.cacheSeconds(tx, domain) } as const;
    return this.changeStatus(tx, domain, { zone, keys: [...keys, key] }, step, actor);
  }

  /**
   * Asks the parent zone to delete the DS records (RFC 8078 section 4). Later steps wait for that.
   */
  end(tx: Tx, domain: DomainEntity, signed: SignedZone, actor: Actor): Promise<SignedZone> {
    return this.changeStatus(tx, domain, signed, { status: 'ending', seconds: null }, actor);
  }

  /** Takes a step that is due by its time or by the parent zone's DS records. */
  async takeStep(
    tx: Tx,
    domain: DomainEntity,
    { zone, keys }: SignedZone,
    step: Step,
    actor: Actor,
  ): Promise<void> {
    if (step.status === 'unsigned') {
      await this.dnssec.delete(tx, zone);
      await this.announce(tx, domain, actor, step.status);
      return;
    }
    const newest = keys.slice(-1);
    if (step.status === 'signed') await this.dnssec.deleteOtherKeys(tx, zone, newest[0]!.id);
    const kept = step.status === 'signed' ? newest : keys;
    await this.changeStatus(tx, domain, { zone, keys: kept }, { ...step, status: step.status }, actor);
  }

  /**
   * Writes the NS and DS records in the domain above, and makes later steps update the DS records
   * (D-293).
   * @throws Forbidden, OutsideRestrictions as for a request to the domain above
   * @throws Invalid when the caller sees no domain above, when it has no room or a CNAME record,
   * and when no key is ready
   */
  async delegate(
    tx: Tx,
    domain: DomainEntity,
    signed: SignedZone | undefined,
    caller: Caller,
  ): Promise<SignedZone> {
    const above = await this.delegations.lockDomainAbove(tx, caller, domain);
    const dsTexts = signed ? dsTextsOf(domain, signed.zone, signed.keys) : [];
    if (!signed || dsTexts.length === 0) throw invalid('', 'dnssec_no_key_ready');
    await this.delegations.replaceRecords(tx, above, domain, dsTexts, caller);
    const zone = { ...signed.zone, delegated: true };
    // A zone that was not delegated may be due only in a week.
    const check = nextCheck(zone, this.clock.now());
    const due = check < zone.due ? check : zone.due;
    await this.dnssec.update(tx, { ...zone, due });
    return { ...signed, zone: { ...zone, due } };
  }

  /**
   * Stores a check without a step. Updates the DS records in the zone above (D-293), because a
   * change there may have restored old ones.
   * @param isRenewal whether the zone gets a new serial, so that secondaries fetch new signatures
   */
  async recordCheck(
    tx: Tx,
    domain: DomainEntity,
    { zone, keys }: SignedZone,
    isRenewal: boolean,
    actor: Actor,
  ): Promise<void> {
    const now = this.clock.now();
    const found = { ...zone, renewed: isRenewal ? now : zone.renewed };
    await this.dnssec.update(tx, { ...found, due: nextCheck(found, now) });
    if (isRenewal) await this.dnssec.raiseSerial(tx, domain, yearSerial(now));
    if (zone.delegated)
      await this.delegations.updateDsRecords(tx, domain, dsTextsOf(domain, zone, keys), actor);
  }

  private async changeStatus(
    tx: Tx,
    domain: DomainEntity,
    { zone, keys }: SignedZone,
    { status, seconds }: Step & { status: SignedZoneEntity['status'] },
    actor: Actor,
  ): Promise<SignedZone> {
    const now = this.clock.now();
    const until = seconds === null ? null : this.clock.in(seconds);
    const changed = { ...zone, status, since: now, until, renewed: now };
    const after = { ...changed, due: nextCheck(changed, now) };
    await this.dnssec.update(tx, after);
    await this.announce(tx, domain, actor, status);
    if (zone.delegated)
      await this.delegations.updateDsRecords(tx, domain, dsTextsOf(domain, after, keys), actor);
    return { zone: after, keys };
  }

  private async announce(tx: Tx, domain: DomainEntity, actor: Actor, status: DnssecStatus): Promise<void> {
    await this.dnssec.raiseSerial(tx, domain, yearSerial(this.clock.now()));
    const message = `DNSSEC: ${status}`;
    this.events.record(tx, actor, { action: 'domain_update', entity: domainReference(domain), message });
  }

  private async cacheSeconds(tx: Tx, domain: DomainEntity): Promise<number> {
    return (await this.dnssec.longestTtl(tx, domain)) + PROPAGATION_SECONDS;
  }
}

/** Returns the DS records that the zone above may list now, in presentation format. */
function dsTextsOf(
  { domain }: DomainEntity,
  { status }: SignedZoneEntity,
  keys: SignedZone['keys'],
): string[] {
  return readyKeys(status, keys).map(({ publicKey }) => dsText(dsOf(domain, publicKey)));
}
