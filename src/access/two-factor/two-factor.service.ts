import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { Attempts } from '../../shared/limits/attempts.js';
import type { Attempt } from '../../shared/limits/attempt-limits.js';
import { Encryption } from '../../shared/secrets/encryption.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { Clock } from '../../shared/time/clock.js';
import { LoginRevocationRepository } from '../credentials/login-revocation.repository.js';
import { newScratchCode, typedScratchCode } from './scratch-code.rules.js';
import { newTotpSecret, provenTotpStep } from './totp.rules.js';
import { TwoFactorRepository, type SecretOwner } from './two-factor.repository.js';
import type { TwoFactorSecretEntity } from './two-factor-secret.entity.js';

/** A user's second factor. The profile sets it up, and login checks it. */
@Injectable()
export class TwoFactor {
  constructor(
    private readonly secrets: TwoFactorRepository,
    private readonly logins: LoginRevocationRepository,
    private readonly attempts: Attempts,
    private readonly encryption: Encryption,
    private readonly clock: Clock,
  ) {}

  /** Creates a pending secret, which replaces an earlier pending one (D-77). */
  async prepare(tx: Tx, owner: SecretOwner, expiry: Date): Promise<string> {
    const secret = newTotpSecret();
    const encrypted = this.encryption.encrypt(secret, context(owner.userId));
    await this.secrets.setPending(tx, owner, encrypted, expiry);
    return secret;
  }

  /**
   * Counts an attempt to confirm in a transaction of its own, so that it counts when the request
   * fails (D-232). `confirm` forgives it when it accepts the code.
   *
   * @returns the ids of the attempts, for `confirm`
   * @throws TooMany after too many wrong codes (D-23).
   */
  countConfirm(userId: number): Promise<number[]> {
    return this.attempts.countSeparately({ kind: 'wrong code at confirm by user', subject: [userId] });
  }

  /**
   * Activates the pending secret when `code` is correct.
   *
   * @returns the new scratch code (D-79); undefined when the code is wrong or no secret is pending.
   */
  async confirm(
    tx: Tx,
    userId: number,
    code: string,
    counted: readonly number[],
  ): Promise<string | undefined> {
    const stored = await this.secrets.lock(tx, userId);
    const secret = this.pendingSecret(userId, stored);
    const step =
      secret === undefined ? undefined : provenTotpStep(secret, code, this.clock.milliseconds(), null);
    if (!stored?.pendingSecret || step === undefined) return undefined;
    await this.attempts.forgive(tx, counted);
    const scratchCode = newScratchCode();
    const scratchCodeHash = sha256(scratchCode);
    await this.secrets.activate(tx, userId, {
      secret: stored.pendingSecret,
      lastStep: step,
      scratchCodeHash,
    });
    return scratchCode;
  }

  /**
   * Whether `typed` is a code of the active secret, or the scratch code. Each works only once
   * (D-78, D-79). Counts a wrong code in the transaction, so the caller commits before it refuses.
   *
   * @throws TooMany after too many wrong codes (D-23).
   */
  async acceptAtLogin(tx: Tx, userId: number, typed: string): Promise<boolean> {
    const attempt: Attempt = { kind: 'wrong code at login by user', subject: [userId] };
    await this.attempts.requireAllowed(tx, attempt);
    const stored = await this.secrets.lock(tx, userId);
    const accepted =
      stored !== null &&
      ((await this.spendCode(tx, userId, stored, typed)) ||
        (await this.spendScratchCode(tx, userId, stored, typed)));
    if (!accepted) await this.attempts.count(tx, attempt);
    return accepted;
  }

  /**
   * Turns two-factor authentication off and deletes its secrets (D-80).
   * @returns whether it was on
   */
  async disable(tx: Tx, userId: number): Promise<boolean> {
    // First, because it waits for a login that is adding a trusted device.
    const wasOn = await this.secrets.disable(tx, userId);
    await this.logins.revoke(tx, 'twoFactor', userId);
    return wasOn;
  }

  private pendingSecret(userId: number, stored: TwoFactorSecretEntity | null): string | undefined {
    if (!stored?.pendingSecret || !stored.pendingExpiry) return undefined;
    if (stored.pendingExpiry.getTime() <= this.clock.milliseconds()) return undefined;
    return this.encryption.decrypt(stored.pendingSecret, context(userId));
  }

  private async spendCode(
    tx: Tx,
    userId: number,
    stored: TwoFactorSecretEntity,
    typed: string,
  ): Promise<boolean> {
    if (!stored.secret) return false;
    const secret = this.encryption.decrypt(stored.secret, context(userId));
    // Apps show a code in two groups.
    const code = typed.replace(/\s/g, '');
    const step = provenTotpStep(secret, code, this.clock.milliseconds(), stored.lastStep);
    if (step === undefined) return false;
    await this.secrets.setLastStep(tx, userId, step);
    return true;
  }

  private async spendScratchCode(
    tx: Tx,
    userId: number,
    stored: TwoFactorSecretEntity,
    typed: string,
  ): Promise<boolean> {
    const code = typedScratchCode(typed);
    if (!code || !stored.scratchCodeHash) return false;
    if (!timingSafeEqual(sha256(code), stored.scratchCodeHash)) return false;
    await this.secrets.spendScratchCode(tx, userId);
    return true;
  }
}

function context(userId: number): string {
  return `two_factor_secrets:${userId}`;
}
