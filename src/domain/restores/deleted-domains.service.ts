import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { GrantsRepository } from '../../access/grants/grants.repository.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Invalid, NotFound } from '../../shared/errors/errors.js';
import { requireQuota } from '../../shared/limits/quota.rules.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Clock } from '../../shared/time/clock.js';
import { DAY_MS } from '../../shared/time/date-time.js';
import { domainReference } from '../domain.events.js';
import { DOMAIN } from '../domains/domain.resource.js';
import { DomainsRepository } from '../domains/domains.repository.js';
import { OwnershipService } from '../ownership/ownership.service.js';
import { yearSerial } from '../serial.rules.js';
import { LastRun } from '../versions/last-run.js';
import { VersionsRepository } from '../versions/versions.repository.js';
import { NO_DIFF } from '../versions/zone-diff.js';
import { deletedDomainView, type DeletedDomainResponse } from './deleted-domain.view.js';
import { DeletedDomainsRepository } from './deleted-domains.repository.js';
import type { DeletedDomainRow } from './deleted-domains.sql.js';

const DESCRIPTION = 'Restored after its delete';
/** The most bytes that the deleted domains of an account take with their versions (D-241). */
const MAX_BYTES = 1024 * 1024 * 1024;

/** Restores deleted domains within the hold of their names (D-241). */
@Injectable()
export class DeletedDomainsService {
  private readonly maxBytes = MAX_BYTES;
  private readonly lastRun: LastRun;

  constructor(
    private readonly deleted: DeletedDomainsRepository,
    private readonly domains: DomainsRepository,
    private readonly versions: VersionsRepository,
    private readonly ownership: OwnershipService,
    private readonly grants: GrantsRepository,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.lastRun = new LastRun(clock);
  }

  async list(key: CallerKey, request: ListRequest) {
    const hold = this.ownership.hold();
    return pageOf(await this.deleted.list(key, hold, request), (row) => this.view(row));
  }

  /**
   * @throws NotFound when the account has no such domain or its hold has ended; Invalid when the
   * account may not have the name or no further domain
   */
  restore(caller: Caller, id: number) {
    const { accountId } = caller;
    return this.database.transaction(async (tx) => {
      const found = await this.deleted.lock(tx, accountId, id);
      if (!found || found.deleted <= this.ownership.hold().endedBefore) throw new NotFound();
      const fault = await this.ownership.faultOfLocked(tx, accountId, found.domain);
      if (fault) throw new Invalid([fault]);
      const count = await this.domains.count(tx, accountId);
      requireQuota(count, this.settings.maxDomainsPerAccount, 'domain_limit');
      const now = this.clock.now();
      const made = await this.deleted.restore(tx, found, { now, leastSerial: yearSerial(now) });
      await this.versions.record(tx, caller, found, NO_DIFF, { description: DESCRIPTION });
      if (caller.restricted) this.grants.grantCreator(tx, 'domain', caller, id);
      const event = { action: 'domain_create', entity: domainReference(made), message: DESCRIPTION } as const;
      this.events.record(tx, caller, event);
      return DOMAIN.shown(made);
    });
  }

  /**
   * Forgets the oldest deleted domains of accounts whose deleted domains take more than 1 GiB.
   * @returns the number of forgotten domains
   */
  trim(): Promise<number> {
    return this.lastRun.run(async (since) => {
      let forgotten = 0;
      for (const accountId of await this.deleted.accountsWithDeleted(since))
        forgotten += await this.database.transaction((tx) =>
          this.deleted.bound(tx, accountId, this.maxBytes),
        );
      return forgotten;
    });
  }

  /**
   * Forgets domains whose hold has ended.
   * @returns the number of forgotten domains
   */
  tidy(tx: Tx, limit: number): Promise<number> {
    return this.deleted.tidy(tx, this.ownership.hold().endedBefore, limit);
  }

  /** A name without a hold is free at once (D-203). */
  private view(row: DeletedDomainRow): DeletedDomainResponse {
    const holdMs = this.settings.domainHoldDays * DAY_MS;
    const heldUntil = row.heldSince === null ? 0 : Date.parse(row.heldSince) + holdMs;
    return deletedDomainView(row, new Date(Math.max(Date.parse(row.deleted), heldUntil)));
  }
}
