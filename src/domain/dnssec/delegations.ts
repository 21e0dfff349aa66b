import { Inject, Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import type { Caller } from '../../access/caller.js';
import type { Tx } from '../../database/reader.js';
import type { Actor } from '../../events/event.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { invalid, NotFound } from '../../shared/errors/errors.js';
import { ChangesRepository } from '../changes/changes.repository.js';
import type { RecordChanges } from '../changes/zone-draft.rules.js';
import type { DomainEntity } from '../domain.entity.js';
import { domainReference } from '../domain.events.js';
import { MAX_RECORDS } from '../domain.rules.js';
import { relativeName } from '../names.rules.js';
import { DomainsRepository } from '../domains/domains.repository.js';
import { chainOf } from '../ownership/ownership.rules.js';
import { absoluteHost } from '../records/host-target.rules.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { changesTo, delegationRecords } from './delegation.rules.js';
import { DnssecRepository } from './dnssec.repository.js';

/** Writes a domain's NS and DS records in the nearest domain above of the same account (D-293). */
@Injectable()
export class Delegations {
  constructor(
    private readonly dnssec: DnssecRepository,
    private readonly changes: ChangesRepository,
    private readonly versions: VersionsRepository,
    private readonly domains: DomainsRepository,
    private readonly access: AccessFacts,
    private readonly events: EventsService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Locks the domain above, which the caller must be allowed to change. A transaction that locks
   * two domains locks the lower one first, so that there is no deadlock.
   * @throws Forbidden, OutsideRestrictions as for a request to the domain above
   * @throws Invalid when the caller sees no domain above
   */
  async lockDomainAbove(tx: Tx, caller: Caller, { domain }: DomainEntity): Promise<DomainEntity> {
    const found = await this.lockAbove(tx, caller.accountId, domain);
    if (!found || !(await this.isVisible(tx, caller, found))) throw invalid('', 'no_domain_above');
    return found;
  }

  /**
   * Replaces the NS and DS records at the domain's name in the domain above.
   * @param dsTexts DS records in presentation format
   * @throws Invalid when the domain above has 12,000 records, or a CNAME record at the name
   */
  async replaceRecords(
    tx: Tx,
    above: DomainEntity,
    domain: DomainEntity,
    dsTexts: readonly string[],
    caller: Caller,
  ): Promise<void> {
    const stored = await this.changes.recordsAt(tx, above, [], [domain.domain]);
    if (stored.some(({ type }) => type === 'CNAME')) throw invalid('', 'cname_not_alone');
    const hosts = await this.hostsOf(tx, domain);
    const wanted = [
      ...delegationRecords('NS', hosts, domain.domain, above.domain),
      ...delegationRecords('DS', dsTexts, domain.domain, above.domain),
    ];
    const changes = changesTo(stored, wanted, ['NS', 'DS'], above.domain);
    if (isChange(changes)) await this.write(tx, caller, above, changes);
    this.events.recordUpdate(tx, caller, eventOf(above, domain), isChange(changes));
  }

  /**
   * Updates the DS records in the domain above, if NS records there delegate the domain and there
   * is room.
   * @param dsTexts as in `replaceRecords`
   */
  async updateDsRecords(
    tx: Tx,
    domain: DomainEntity,
    dsTexts: readonly string[],
    actor: Actor,
  ): Promise<void> {
    const above = await this.lockAbove(tx, domain.accountId, domain.domain);
    if (!above) return;
    const stored = await this.changes.recordsAt(tx, above, [], [domain.domain]);
    if (!stored.some(({ type }) => type === 'NS')) return;
    const wanted = delegationRecords('DS', dsTexts, domain.domain, above.domain);
    const changes = changesTo(stored, wanted, ['DS'], above.domain);
    const room = MAX_RECORDS - above.recordCount + changes.deleted.length;
    if (!isChange(changes) || changes.created.length > room) return;
    await this.write(tx, actor, above, changes);
    this.events.record(tx, actor, eventOf(above, domain));
  }

  /** @returns null when there is no domain above, or the nearest one is a slave */
  private async lockAbove(tx: Tx, accountId: number, domain: string): Promise<DomainEntity | null> {
    const found = await this.dnssec.domainsNamed(tx, accountId, chainOf(domain).slice(0, -1));
    const [nearest] = found.sort((one, other) => other.domain.length - one.domain.length);
    const locked = nearest ? await this.domains.lock(tx, accountId, nearest.id) : null;
    // Another transaction may have renamed it before this one got the lock.
    return locked?.domain === nearest?.domain && locked?.type === 'master' ? locked : null;
  }

  private async isVisible(tx: Tx, caller: Caller, { id }: DomainEntity): Promise<boolean> {
    const { endpoint } = caller.question;
    const values = this.access.pathValues(endpoint, { params: { domainId: String(id) } });
    try {
      await this.access.requireStillAllowed(tx, { ...caller, question: { ...caller.question, values } });
      return true;
    } catch (error) {
      if (error instanceof NotFound) return false;
      throw error;
    }
  }

  /** Leaves out hosts in the domain, because the domain above has no addresses of them. */
  private async hostsOf(tx: Tx, domain: DomainEntity): Promise<string[]> {
    const own = await this.dnssec.apexHosts(tx, domain);
    const absolute = own.map((host) => absoluteHost(host, domain.domain));
    const others = absolute.filter((host) => relativeName(host.slice(0, -1), domain.domain) === undefined);
    return [...this.settings.nameservers.map((host) => `${host}.`), ...others];
  }

  private async write(tx: Tx, actor: Actor, above: DomainEntity, changes: RecordChanges): Promise<void> {
    const diff = await this.changes.write(tx, above, changes);
    const after = await this.changes.count(tx, above, diff);
    await this.versions.record(tx, actor, after, diff);
  }
}

function isChange({ created, deleted }: RecordChanges): boolean {
  return created.length + deleted.length > 0;
}

function eventOf(above: DomainEntity, { domain }: DomainEntity) {
  return {
    action: 'domain_update',
    entity: domainReference(above),
    message: `DNSSEC: delegation of ${domain}`,
  } as const;
}
