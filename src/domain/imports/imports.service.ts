import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { GrantsRepository } from '../../auth/grants/grants.repository.js';
import { EventsService } from '../../events/events.service.js';
import { Database } from '../../database/database.js';
import { Invalid, invalid, TooMany } from '../../shared/errors/errors.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { Clock } from '../../shared/time/clock.js';
import { domainEntity } from '../domains/domain.events.js';
import { normaliseDomain } from '../domains/domain-name.rules.js';
import { UNSET, type DomainValues } from '../domains/domain-values.js';
import { DOMAIN_TAKEN, TOO_MANY_RECORDS } from '../domains/domain.rules.js';
import { domainView } from '../domains/domain.view.js';
import { DomainsRepository } from '../domains/domains.repository.js';
import { RecordsRepository } from '../records/records.repository.js';
import { yearSerial } from '../zones/serial.rules.js';
import type { ImportableZone } from '../zones/transfer/transferred-zone.js';
import { ZoneTransfer } from '../zones/transfer/zone-transfer.js';
import { ImportMetrics } from './import-metrics.js';
import type { ImportDomainRequest } from './import-domain.request.js';

/** Transfers of one account at a time in this process: each may hold 64 MiB for a minute. */
const MAX_TRANSFERS = 4;
const RETRY_SECONDS = 60;

/** Imports zones from other nameservers by zone transfer (D-110, D-111). */
@Injectable()
export class ImportsService {
  private readonly underWay = new Map<number, number>();

  constructor(
    private readonly domains: DomainsRepository,
    private readonly records: RecordsRepository,
    private readonly grants: GrantsRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly transfer: ZoneTransfer,
    private readonly clock: Clock,
    private readonly metrics: ImportMetrics,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Fetches the whole zone first, then stores it in one transaction.
   * @throws TooMany while the account has too many transfers running
   */
  import(caller: Caller, request: ImportDomainRequest) {
    return this.metrics.measure(() => this.fetchAndStore(caller, request));
  }

  private async fetchAndStore(caller: Caller, request: ImportDomainRequest) {
    const domain = normaliseDomain(request.domain)!;
    if (await this.domains.isTaken(domain)) throw new Invalid([DOMAIN_TAKEN]);
    const zone = await this.inTurn(caller.accountId, () => this.fetch(domain, request));
    if (zone.tooMany) throw new Invalid([TOO_MANY_RECORDS]);
    const shown = await this.store(caller, domain, zone);
    this.metrics.stored(zone.records.length);
    return shown;
  }

  private async inTurn<Result>(accountId: number, work: () => Promise<Result>): Promise<Result> {
    const others = this.underWay.get(accountId) ?? 0;
    if (others >= MAX_TRANSFERS) throw new TooMany(RETRY_SECONDS);
    this.underWay.set(accountId, others + 1);
    try {
      return await work();
    } finally {
      const left = this.underWay.get(accountId)! - 1;
      if (left > 0) this.underWay.set(accountId, left);
      else this.underWay.delete(accountId);
    }
  }

  /** Reports every failure with the same reason, so that imports can't be used to scan ports (D-112). */
  private async fetch(domain: string, request: ImportDomainRequest): Promise<ImportableZone> {
    const { remote_nameserver: nameserver, skip_apex_ns: skipApexNs } = request;
    try {
      return await this.transfer.fetch(domain, nameserver, { skipApexNs });
    } catch (error) {
      this.logger.info({ err: error, domain, nameserver }, 'zone transfer failed');
      throw invalid('remote_nameserver', 'Unable to perform zone transfer from this nameserver.');
    }
  }

  private store(caller: Caller, domain: string, zone: ImportableZone) {
    const { soaEmail, seconds, records, remarks } = zone;
    const values: DomainValues = { ...UNSET, domain, type: 'master', soaEmail, ...seconds };
    const now = this.clock.now();
    return this.database.transaction(async (tx) => {
      const made = await this.domains.insert(
        tx,
        caller.accountId,
        values,
        yearSerial(now),
        now,
        records.length,
      );
      await this.records.insertMany(tx, made, records, now);
      if (caller.restricted) await this.grants.grantCreator(tx, 'domain', caller.userId, made.id);
      const message = remarks === null ? {} : { message: remarks };
      this.events.record(tx, caller, {
        action: 'domain_import',
        entity: domainEntity(made),
        ...message,
      });
      return domainView(made);
    });
  }
}
