import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { TwoFactor } from '../../access/two-factor/two-factor.service.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import { invalid } from '../../shared/errors/errors.js';
import { Clock } from '../../shared/time/clock.js';
import { profileReference } from '../../access/users/user.events.js';
import { SecurityAnswersRepository } from '../security-questions/security-answers.repository.js';
import type { ConfirmTwoFactorRequest } from './confirm-two-factor.request.js';
import { twoFactorSecretView } from './two-factor-secret.view.js';

/** Turns two-factor authentication on and off (spec: Two-factor authentication; D-77 to D-80). */
@Injectable()
export class TwoFactorSetupService {
  constructor(
    private readonly database: Database,
    private readonly twoFactor: TwoFactor,
    private readonly answers: SecurityAnswersRepository,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Creates a secret that the user must confirm. An active secret stays active until then.
   * @throws Invalid before the security questions are answered
   */
  enable({ accountId, userId }: Caller) {
    const expiry = this.clock.in(this.settings.tfaSecretSeconds);
    return this.database.transaction(async (tx) => {
      if (!(await this.answers.hasAny(tx, userId))) {
        throw invalid('', 'security_questions_unanswered');
      }
      return twoFactorSecretView(await this.twoFactor.prepare(tx, { accountId, userId }, expiry), expiry);
    });
  }

  /** @throws Invalid for a wrong code; TooMany after too many wrong codes (D-23) */
  async confirm(caller: Caller, { tfa_code }: ConfirmTwoFactorRequest) {
    const counted = await this.twoFactor.countConfirm(caller.userId);
    const scratchCode = await this.database.transaction(async (tx) => {
      const confirmed = await this.twoFactor.confirm(tx, caller.userId, tfa_code, counted);
      if (confirmed !== undefined)
        this.events.record(tx, caller, { action: 'tfa_enabled', entity: profileReference(caller) });
      return confirmed;
    });
    if (scratchCode === undefined) {
      throw invalid('tfa_code', 'two_factor_code_wrong');
    }
    return { scratch: scratchCode };
  }

  disable(caller: Caller) {
    return this.database.transaction(async (tx) => {
      const wasOn = await this.twoFactor.disable(tx, caller.userId);
      if (wasOn) this.events.record(tx, caller, { action: 'tfa_disabled', entity: profileReference(caller) });
      return {};
    });
  }
}
