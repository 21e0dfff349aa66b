import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { GrantsRepository } from '../../access/grants/grants.repository.js';
import { reachesAll } from '../../access/narrowing/narrowing.rules.js';
import { EventsService } from '../../events/events.service.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { fault, invalid, Invalid, NotFound, OutsideRestrictions } from '../../shared/errors/errors.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { pageOf } from '../../shared/lists/collection.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { requireQuota } from '../../shared/limits/quota.rules.js';
import { Clock } from '../../shared/time/clock.js';
import { OwnershipService } from '../ownership/ownership.service.js';
import { WaitingDelegations, type RegistryAnswer } from '../delegations/waiting-delegations.service.js';
import type { DomainEntity } from '../domain.entity.js';
import { domainReference } from '../domain.events.js';
import type { ReadDomain } from '../domain.sql.js';
import { yearSerial } from '../serial.rules.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { NO_DIFF } from '../versions/zone-diff.js';
import type { CloneDomainRequest } from './clone-domain.request.js';
import type { CreateDomainRequest } from './create-domain.request.js';
import { normaliseDomain } from '../domain-name.rules.js';
import { mergeDomain, UNSET } from './domain-values.js';
import { missingForType } from '../domain.rules.js';
import { DOMAIN, type DomainFields, type DomainValues } from './domain.resource.js';
import { DomainsRepository, type Change } from './domains.repository.js';
import { ZONE_SETTINGS } from '../zones/zone-settings.resource.js';

/** Lists and changes the domains of an account. */
@Injectable()
export class DomainsService {
  constructor(
    private readonly domains: DomainsRepository,
    private readonly grants: GrantsRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
    private readonly versions: VersionsRepository,
    private readonly ownership: OwnershipService,
    private readonly waiting: WaitingDelegations,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(caller: Caller, request: ListRequest) {
    return pageOf(await this.domains.list(caller, request), DOMAIN.shown);
  }

  /** @throws Invalid for a name that the account may not have, and above the quota of domains */
  async create(caller: Caller, request: CreateDomainRequest) {
    const { domain, type } = request;
    const values = mergeDomain({ ...UNSET, domain, type }, request);
    const word = await this.waiting.ask(caller, values.domain);
    return this.database.transaction(async (tx) => {
      const creator = await word.requireStillAllowed(tx);
      await this.requireValid(tx, caller, values, word);
      await this.requireDomainQuota(tx, caller);
      const created = await this.domains.insert(tx, caller.accountId, values, this.change());
      this.recordCreation(tx, creator, created);
      return DOMAIN.shownOf(created);
    });
  }

  /**
   * Merges the fields into the domain (D-14).
   * @throws Invalid with all faults of the merged domain; for a rename or another type of a signed
   * zone (D-244)
   * @throws NotFound when the account has no such domain
   * @throws OutsideRestrictions for a rename with a token that is narrowed to domains (D-237)
   */
  async update(caller: Caller, id: number, fields: DomainFields) {
    const word = await this.wordForRename(caller, id, fields);
    return this.database.transaction(async (tx) => {
      await word?.requireStillAllowed(tx);
      const before = await this.domains.lock(tx, caller.accountId, id);
      if (!before) throw new NotFound();
      const values = mergeDomain(before, fields);
      // D-237: a renamed domain is one that the token does not name.
      const isRenamed = values.domain !== before.domain;
      if (isRenamed && !reachesAll(caller.narrowing, 'domain')) throw new OutsideRestrictions();
      await this.requireValid(tx, caller, values, word, before.domain);
      await this.requireUnsigned(tx, before, values);
      const isChanged = !isDeepStrictEqual(mergeDomain(before, {}), values);
      const after = isChanged ? await this.changeLocked(tx, caller, before, values) : before;
      const event = { action: 'domain_update', entity: domainReference(after) } as const;
      this.events.recordUpdate(tx, caller, event, isChanged);
      return DOMAIN.shownOf(after);
    });
  }

  /**
   * Deletes the domain and its records (spec: Domains rule 3).
   * @throws NotFound when the account has no such domain
   */
  delete(caller: Caller, id: number) {
    return this.database.change(async (run) => {
      const domain = await this.domains.read(caller.accountId, id);
      if (!domain) throw new NotFound();
      const event = { action: 'domain_delete', entity: domainReference(domain) } as const;
      await this.domains.delete(run, this.events.values(caller, event), domain);
      return {};
    });
  }

  /**
   * Copies a domain and its records (spec: Domains rule 4, D-114).
   * @throws Invalid for a name that the account may not have, for a record that is too long below
   * it, and above the quota of domains
   * @throws NotFound when the account has no such domain
   */
  async clone(caller: Caller, sourceId: number, request: CloneDomainRequest) {
    const domain = normaliseDomain(request.domain)!;
    const { accountId } = caller;
    const word = await this.waiting.ask(caller, domain);
    return this.database.transaction(async (tx) => {
      const creator = await word.requireStillAllowed(tx);
      const fault = (await this.ownership.faultOfLocked(tx, accountId, domain)) ?? word.fault;
      if (fault) throw new Invalid([fault]);
      await this.requireDomainQuota(tx, caller);
      const created = await this.domains.clone(tx, accountId, sourceId, domain, this.change());
      if (!created) throw new NotFound();
      await this.requireHostsFit(tx, accountId, created);
      this.recordCreation(tx, creator, created);
      return DOMAIN.shown(created);
    });
  }

  /** @returns undefined when the domain keeps its name */
  private async wordForRename(
    caller: Caller,
    id: number,
    fields: DomainFields,
  ): Promise<RegistryAnswer | undefined> {
    if (fields.domain === undefined || !this.settings.registryCheck) return undefined;
    // `update` refuses this rename (D-237).
    if (!reachesAll(caller.narrowing, 'domain')) return undefined;
    const before = await this.domains.read(caller.accountId, id);
    if (!before) return undefined;
    const domain = normaliseDomain(fields.domain)!;
    return domain === before.domain ? undefined : this.waiting.ask(caller, domain);
  }

  /** Reports the faults of a new name (D-201 to D-203, D-291) and of the merged domain (D-90). */
  private async requireValid(
    tx: Tx,
    { accountId }: Caller,
    values: DomainValues,
    word: RegistryAnswer | undefined,
    ownName?: string,
  ): Promise<void> {
    const { domain } = values;
    const renamed = domain !== ownName;
    const name = renamed
      ? ((await this.ownership.faultOfLocked(tx, accountId, domain)) ?? word?.fault)
      : undefined;
    const faults = [name, missingForType(values)].filter((fault) => fault !== undefined);
    if (faults.length > 0) throw new Invalid(faults);
  }

  /** A signed zone keeps its name and type, because the zone above lists its DS records (D-244). */
  private async requireUnsigned(tx: Tx, before: DomainEntity, values: DomainValues): Promise<void> {
    const changed = (['domain', 'type'] as const).filter((field) => values[field] !== before[field]);
    if (changed.length === 0 || !(await this.domains.isSigned(tx, before))) return;
    throw new Invalid(changed.map((field) => fault(field, 'dnssec_keeps_domain')));
  }

  private async requireDomainQuota(tx: Tx, { accountId }: Caller): Promise<void> {
    const count = await this.domains.count(tx, accountId);
    requireQuota(count, this.settings.maxDomainsPerAccount, 'domain_limit');
  }

  private async changeLocked(
    tx: Tx,
    caller: Caller,
    before: DomainEntity,
    values: DomainValues,
  ): Promise<DomainEntity> {
    const { accountId, id } = before;
    const { domain } = values;
    const renamed = domain !== before.domain;
    if (renamed) {
      await this.requireHostsFit(tx, accountId, { id, domain });
      this.ownership.giveUp(tx, accountId, id);
    }
    const after = await this.domains.update(tx, before, values, this.change());
    if (renamed) await this.domains.renameRecords(tx, accountId, { id, domain });
    if (after.zoneVersion > before.zoneVersion)
      await this.versions.record(tx, caller, after, NO_DIFF, { settings: ZONE_SETTINGS.shownOf(before) });
    return after;
  }

  /** Requires that the relative hosts of the domain's records fit below its new name. */
  private async requireHostsFit(tx: Tx, accountId: number, named: ReadDomain): Promise<void> {
    if (await this.domains.hasTooLongHosts(tx, accountId, named)) throw invalid('domain', 'domain_not_valid');
  }

  private recordCreation(tx: Tx, caller: Caller, created: ReadDomain): void {
    if (caller.restricted) this.grants.grantCreator(tx, 'domain', caller, created.id);
    this.versions.recordFirst(tx, caller, { accountId: caller.accountId, id: created.id });
    this.events.record(tx, caller, { action: 'domain_create', entity: domainReference(created) });
  }

  private change(): Change {
    const now = this.clock.now();
    return { now, leastSerial: yearSerial(now) };
  }
}
