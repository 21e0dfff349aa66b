import { Inject, Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import type { Caller } from '../../access/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import type { Actor } from '../../events/event.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { NotFound } from '../../shared/errors/errors.js';
import { handleDue } from '../../shared/jobs/due-rows.js';
import { Attempts } from '../../shared/limits/attempts.js';
import { ChangeTurns } from '../../shared/limits/change-turns.js';
import { CostlyWork } from '../../shared/limits/costly-work.js';
import { LOGGER, type Logger } from '../../shared/log/logger.js';
import { Clock } from '../../shared/time/clock.js';
import { ClaimProofs } from './claim-proofs.js';
import { ClaimDecisions } from './claim-decisions.js';
import { isOpen } from './claim.rules.js';
import { claimView } from './claim.view.js';
import { ClaimsRepository } from './claims.repository.js';
import type { DueClaim } from './claims.sql.js';

/** The seconds between two checks of a claim's parent zone. */
const CHECK_SECONDS = 300;
/** The maximum of one run. A round takes at most three times the seconds of `REGISTRY_BOUNDS`. */
const MAX_ROUNDS = 50;

/** Checks the proof of claims at the registries: on request, and every 5 minutes (D-204). */
@Injectable()
export class ClaimChecksService {
  constructor(
    private readonly access: AccessFacts,
    private readonly claims: ClaimsRepository,
    private readonly decisions: ClaimDecisions,
    private readonly proofs: ClaimProofs,
    private readonly database: Database,
    private readonly attempts: Attempts,
    private readonly work: CostlyWork,
    private readonly turns: ChangeTurns,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Checks an open claim now. Returns a claim that has ended unchanged.
   * @throws NotFound when the account has no such claim
   * @throws TooMany after too many attempts of the account, or without a turn within 2 seconds
   * (D-211)
   */
  async check(caller: Caller, id: number) {
    const { accountId } = caller;
    const claim = await this.claims.read(accountId, id);
    if (!claim) throw new NotFound();
    if (isOpen(claim.status)) {
      await this.attempts.countSeparately({ kind: 'claim check by account', subject: [accountId] });
      const listed = await this.work.claimChecks.run(accountId, () => this.isListed(claim));
      await this.turns.run(accountId, `claim ${id}`, () =>
        this.decide(claim, listed, caller, (tx) => this.access.requireStillAllowed(tx, caller)),
      );
    }
    const shown = await this.claims.read(accountId, id);
    if (!shown) throw new NotFound();
    return claimView(shown);
  }

  /**
   * Checks all claims that are due.
   * @returns their ids
   * @throws as `handleDue`
   */
  async checkDue(): Promise<number[]> {
    const taken = await handleDue(
      (limit) => this.claims.takeDue(this.clock.now(), this.clock.in(CHECK_SECONDS), limit),
      async (claim) => this.decide(claim, await this.isListed(claim), { accountId: claim.accountId }),
      MAX_ROUNDS,
    );
    return taken.map(({ id }) => id);
  }

  /** Deletes claims that ended `EVENT_DAYS` ago. @returns how many, at most `limit` */
  tidy(tx: Tx, limit: number): Promise<number> {
    return this.claims.tidy(tx, this.clock.daysAgo(this.settings.eventDays), limit);
  }

  /** @returns undefined when the parent zone's servers can't be found, or none answers */
  private async isListed(claim: DueClaim): Promise<boolean | undefined> {
    try {
      return await this.proofs.isProven(claim);
    } catch (error) {
      this.logger.info({ err: error, domain: claim.domain }, 'the registry of a claim does not answer');
      return undefined;
    }
  }

  private async decide(
    claim: DueClaim,
    listed: boolean | undefined,
    actor: Actor,
    before: (tx: Tx) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    for (let more = true; more;) {
      more = await this.database.transaction(async (tx) => {
        await before(tx);
        return this.decisions.decide(tx, claim, listed, actor);
      });
    }
  }
}
