import { Inject, Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import type { Caller } from '../../access/caller.js';
import { EventsService } from '../../events/events.service.js';
import { SETTINGS, type Settings } from '../../shared/config/settings.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { invalid, Unavailable } from '../../shared/errors/errors.js';
import { traceHeaders } from '../../shared/http/request/trace-context.js';
import { Attempts } from '../../shared/limits/attempts.js';
import { ChangeTurns } from '../../shared/limits/change-turns.js';
import { Encryption } from '../../shared/secrets/encryption.js';
import { Clock } from '../../shared/time/clock.js';
import { profileReference } from '../../access/users/user.events.js';
import { isLive, isSameCode, newPhoneCode, phoneCodeText } from './phone-code.rules.js';
import { e164Number } from './phone-number.rules.js';
import { PhoneRepository } from './phone.repository.js';
import type { SendPhoneCodeRequest } from './send-phone-code.request.js';
import { TextMessages } from './text-messages.port.js';
import type { VerifyPhoneRequest } from './verify-phone.request.js';

/** Phone verification (spec: Phone verification; D-81 to D-84). */
@Injectable()
export class PhoneService {
  constructor(
    private readonly access: AccessFacts,
    private readonly database: Database,
    private readonly phones: PhoneRepository,
    private readonly attempts: Attempts,
    private readonly turns: ChangeTurns,
    private readonly messages: TextMessages,
    private readonly encryption: Encryption,
    private readonly events: EventsService,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * @throws Invalid for an invalid number, or while the user has a verified one (D-82); TooMany
   * (D-23); Unavailable when the gateway does not accept the message
   */
  async send(caller: Caller, { iso_code, phone_number }: SendPhoneCodeRequest) {
    const number = e164Number(phone_number, iso_code);
    if (!number) throw invalid('phone_number', 'phone_number_not_valid');
    const code = await this.inTurn(caller, async () => {
      await this.countSend(caller.userId, number);
      return this.database.request.beforehand((tx) => this.prepareCode(tx, caller, number));
    });
    await this.deliver(caller, number, code);
    await this.inTurn(caller, () => this.setSent(caller, number));
    return {};
  }

  /** @throws Invalid for a wrong code, or when no live code was sent */
  async verify(caller: Caller, { otp_code }: VerifyPhoneRequest) {
    // Before the request's own changes: a dry run counts, too (D-232).
    const isCounted = await this.database.request.separately((tx) =>
      this.phones.countAttempt(tx, caller.userId, this.clock.now()),
    );
    const verified =
      isCounted && (await this.database.transaction((tx) => this.verifyCode(tx, caller, otp_code)));
    if (!verified) throw invalid('otp_code', 'phone_code_wrong');
    return {};
  }

  /** Also voids a sent code (D-84). Records no event when there is no verified number (D-192). */
  delete(caller: Caller) {
    return this.database.transaction(async (tx) => {
      const number = await this.phones.lockVerifiedNumber(tx, caller.userId);
      await this.phones.deleteCodes(tx, caller.userId);
      if (number === null) return {};
      await this.phones.setVerifiedNumber(tx, caller.userId, null);
      this.events.record(tx, caller, { action: 'profile_update', entity: profileReference(caller) });
      return {};
    });
  }

  private setSent(caller: Caller, number: string): Promise<void> {
    return this.database.transaction(async (tx) => {
      // Access may have ended during the delivery.
      await this.access.requireStillAllowed(tx, caller);
      await this.phones.lockVerifiedNumber(tx, caller.userId);
      await this.phones.setSent(tx, caller.userId, number, this.clock.in(this.settings.phoneCodeSeconds));
    });
  }

  /** Waits in the account's queue for this user's row, which all transactions here lock. */
  private inTurn<Result>({ accountId, userId }: Caller, work: () => Promise<Result>): Promise<Result> {
    return this.turns.run(accountId, `phone ${userId}`, work);
  }

  private countSend(userId: number, number: string): Promise<number[]> {
    const byUser = { kind: 'phone send by user', subject: [userId] } as const;
    const byNumber = { kind: 'phone send by number', subject: [number] } as const;
    return this.database.request.separately(async (tx) => {
      await this.requireNoNumber(tx, userId);
      await this.attempts.requireAllowed(tx, byUser, byNumber);
      return this.attempts.count(tx, byUser, byNumber);
    });
  }

  private async requireNoNumber(tx: Tx, userId: number): Promise<void> {
    if ((await this.phones.lockVerifiedNumber(tx, userId)) !== null) {
      throw invalid('phone_number', 'phone_number_verified');
    }
  }

  /** The code to send: the last one for this number while it is live, else a new one (D-83). */
  private async prepareCode(tx: Tx, { accountId, userId }: Caller, number: string): Promise<string> {
    await this.requireNoNumber(tx, userId);
    const stored = await this.phones.find(tx, userId, number);
    const live = stored && isLive(stored, this.clock.milliseconds()) ? stored : undefined;
    const plain = live ? this.encryption.decrypt(live.code, context(userId, number)) : newPhoneCode();
    if (live?.sent) return plain;
    // A code that no send has delivered yet starts its time again, so that it lasts the delivery.
    const code = this.encryption.encrypt(plain, context(userId, number));
    const expiry = this.clock.in(this.settings.phoneCodeSeconds);
    await this.phones.put(tx, { accountId, userId, phoneNumber: number, code, expiry });
    return plain;
  }

  /** A dry run sends nothing (D-232). */
  private async deliver(caller: Caller, number: string, code: string): Promise<void> {
    if (this.database.request.isDry) return;
    try {
      await this.messages.send(number, phoneCodeText(this.settings.serviceName, code), traceHeaders(caller));
    } catch (cause) {
      throw new Unavailable('phone_number', 'message_not_sent', { cause });
    }
  }

  private async verifyCode(tx: Tx, caller: Caller, typed: string): Promise<boolean> {
    const { userId } = caller;
    await this.phones.lockVerifiedNumber(tx, userId);
    const stored = await this.phones.findSent(tx, userId);
    if (!stored || stored.expiry.getTime() <= this.clock.milliseconds()) return false;
    const { phoneNumber } = stored;
    if (!isSameCode(this.encryption.decrypt(stored.code, context(userId, phoneNumber)), typed)) return false;
    await this.phones.deleteCodes(tx, userId);
    await this.phones.setVerifiedNumber(tx, userId, phoneNumber);
    this.events.record(tx, caller, { action: 'profile_update', entity: profileReference(caller) });
    return true;
  }
}

function context(userId: number, phoneNumber: string): string {
  return `phone_codes:${userId}:${phoneNumber}`;
}
