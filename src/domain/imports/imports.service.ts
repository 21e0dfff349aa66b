import { Inject, Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import type { Caller } from '../../access/caller.js';
import { GrantsRepository } from '../../access/grants/grants.repository.js';
import { EventsService } from '../../events/events.service.js';
import { Database } from '../../database/database.js';
import { Invalid, invalid } from '../../shared/errors/errors.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { ChangeTurns } from '../../shared/limits/change-turns.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { requireQuota } from '../../shared/limits/quota.rules.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { Clock } from '../../shared/time/clock.js';
import { domainReference } from '../domain.events.js';
import { normaliseDomain } from '../domain-name.rules.js';
import { UNSET } from '../domains/domain-values.js';
import { MAX_RECORDS } from '../domain.rules.js';
import { DOMAIN, type DomainValues } from '../domains/domain.resource.js';
import { DomainsRepository } from '../domains/domains.repository.js';
import { OwnershipService } from '../ownership/ownership.service.js';
import { WaitingDelegations } from '../delegations/waiting-delegations.service.js';
import { RecordsRepository } from '../records/records.repository.js';
import { importedSerial, yearSerial } from '../serial.rules.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import type { ImportableZone } from '../zones/transfer/transferred-zone.js';
import { ZoneTransfer } from '../zones/transfer/zone-transfer.js';
import { ImportMetrics } from './import-metrics.js';
import type { ImportDomainRequest } from './import-domain.request.js';

/** Imports zones from other nameservers by zone transfer (D-110, D-111). */
@Injectable()
export class ImportsService {
  constructor(
    private readonly access: AccessFacts,
    private readonly domains: DomainsRepository,
    private readonly records: RecordsRepository,
    private readonly versions: VersionsRepository,
    private readonly grants: GrantsRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly transfer: ZoneTransfer,
    private readonly clock: Clock,
    private readonly metrics: ImportMetrics,
    private readonly ownership: OwnershipService,
    private readonly waiting: WaitingDelegations,
    private readonly work: CostlyWork,
    private readonly turns: ChangeTurns,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Fetches the complete zone, then stores it in one transaction.
   * @throws Invalid for a name that the account may not have, for a transfer that failed, for a
   * zone with more than 12,000 records, and above the quota of domains
   * @throws TooMany when the account gets no turn for a transfer within 2 seconds (D-211)
   */
  import(caller: Caller, request: ImportDomainRequest) {
    return this.metrics.measure(() => this.fetchAndStore(caller, request));
  }

  private async fetchAndStore(caller: Caller, request: ImportDomainRequest) {
    const domain = normaliseDomain(request.domain)!;
    const fault = await this.ownership.faultOf(caller.accountId, domain);
    if (fault) throw new Invalid([fault]);
    const word = await this.waiting.ask(caller, domain);
    if (word.fault) throw new Invalid([word.fault]);
    const zone = await this.work.imports.run(caller.accountId, () => this.fetch(domain, request));
    if (zone.tooMany) throw invalid('', 'record_limit', { limit: MAX_RECORDS, used: 0 });
    const shown = await this.turns.run(caller.accountId, undefined, () => this.store(caller, domain, zone));
    this.metrics.stored(zone.count);
    return shown;
  }

  /**
   * Reports every failure with one reason, so that a caller can't scan ports with imports (D-112).
   */
  private async fetch(domain: string, request: ImportDomainRequest): Promise<ImportableZone> {
    const { remote_nameserver: nameserver, skip_apex_ns: skipApexNs } = request;
    try {
      return await this.transfer.fetch(domain, nameserver, { skipApexNs });
    } catch (error) {
      this.logger.info({ err: error, domain, nameserver }, 'zone transfer failed');
      throw invalid('remote_nameserver', 'transfer_failed');
    }
  }

  private store(caller: Caller, domain: string, zone: ImportableZone) {
    const { soaEmail, seconds, records, count: recordCount, remarks } = zone;
    const values: DomainValues = { ...UNSET, domain, type: 'master', soaEmail, ...seconds };
    const now = this.clock.now();
    const change = { now, leastSerial: importedSerial(zone.serial, yearSerial(now)) };
    const { accountId } = caller;
    return this.database.transaction(async (tx) => {
      // The transfer takes up to 1 minute, in which the caller may lose its access.
      const { restricted } = await this.access.requireStillAllowed(tx, caller);
      const fault = await this.ownership.faultOfLocked(tx, accountId, domain);
      if (fault) throw new Invalid([fault]);
      const count = await this.domains.count(tx, accountId);
      requireQuota(count, this.settings.maxDomainsPerAccount, 'domain_limit');
      const created = await this.domains.insert(tx, accountId, values, change, recordCount);
      await this.records.insertMany(tx, created, records, now);
      if (restricted) this.grants.grantCreator(tx, 'domain', caller, created.id);
      this.versions.recordFirst(tx, caller, created);
      const message = remarks === null ? {} : { message: remarks };
      this.events.record(tx, caller, {
        action: 'domain_import',
        entity: domainReference(created),
        ...message,
      });
      return DOMAIN.shownOf(created);
    });
  }
}
