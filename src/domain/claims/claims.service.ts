import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Invalid, NotFound } from '../../shared/errors/errors.js';
import { requireQuota } from '../../shared/limits/quota.rules.js';
import { pageOf } from '../../shared/lists/collection.js';
import type { ListRequest } from '../../shared/lists/list-request.js';
import { Clock } from '../../shared/time/clock.js';
import { normaliseDomain } from '../domain-name.rules.js';
import { parentOf } from '../names.rules.js';
import { OwnershipService } from '../ownership/ownership.service.js';
import { ClaimDecisions } from './claim-decisions.js';
import { eventForClaimant } from './claim.events.js';
import { CLAIM_DAYS, MAX_OPEN_CLAIMS } from './claim.rules.js';
import { claimView } from './claim.view.js';
import { ClaimsRepository } from './claims.repository.js';
import type { CreateClaimRequest } from './create-claim.request.js';

const DAY_SECONDS = 86_400;
/** The random label of a claim's nameserver: 32 characters. */
const LABEL_BYTES = 16;

/** Lists, creates and withdraws the claims of an account (D-204). */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly claims: ClaimsRepository,
    private readonly decisions: ClaimDecisions,
    private readonly ownership: OwnershipService,
    private readonly database: Database,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list(key: CallerKey, request: ListRequest) {
    return pageOf(await this.claims.list(key, request), claimView);
  }

  /**
   * @throws Invalid for a name that the account may not claim, and above the quota of open claims
   */
  create(caller: Caller, request: CreateClaimRequest) {
    const { accountId } = caller;
    const domain = normaliseDomain(request.domain)!;
    return this.database.transaction(async (tx) => {
      const fault = await this.ownership.claimFault(tx, accountId, domain);
      if (fault) throw new Invalid([fault]);
      // With their events, as the job ends them.
      for (const overdue of await this.claims.lockOverdue(tx, accountId, this.clock.now()))
        await this.decisions.changeStatus(tx, overdue, 'expired', { accountId });
      requireQuota(await this.claims.countOpen(tx, accountId), MAX_OPEN_CLAIMS, 'open_claim_limit');
      const claim = await this.insert(tx, accountId, domain);
      this.events.record(tx, caller, eventForClaimant(claim));
      return claimView(claim);
    });
  }

  /**
   * Withdraws a claim, also a verified or done one. Leaves an expired or withdrawn claim unchanged.
   * @throws NotFound when the account has no such claim
   */
  withdraw(caller: Caller, id: number) {
    return this.database.transaction(async (tx) => {
      const claim = await this.claims.lock(tx, caller.accountId, id);
      if (!claim) throw new NotFound();
      const isOver = claim.status === 'expired' || claim.status === 'withdrawn';
      if (!isOver) await this.decisions.changeStatus(tx, claim, 'withdrawn', caller);
      return {};
    });
  }

  private insert(tx: Tx, accountId: number, domain: string) {
    const now = this.clock.now();
    const label = randomBytes(LABEL_BYTES).toString('hex');
    return this.claims.insert(tx, {
      accountId,
      domain,
      status: 'pending',
      nameserver: `${label}.claim.${parentOf(this.settings.nameservers[0]!)}`,
      created: now,
      expires: this.clock.in(CLAIM_DAYS * DAY_SECONDS),
      nextCheck: now,
    });
  }
}
