import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import { Encryption } from '../../shared/secrets/encryption.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { Clock } from '../../shared/time/clock.js';

const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;
const LIFETIME_SECONDS = 600;

/** TypeORM does not report whether an INSERT that ignores a conflict inserted a row. */
const SPEND = command(
  'auth.passkeyChallenges.spend',
  'INSERT INTO used_passkey_challenges (challenge_hash, expiry) VALUES ($1, $2) ON CONFLICT DO NOTHING',
);

/** TypeORM can't say SKIP LOCKED in a DELETE. */
const TIDY = command(
  'auth.passkeyChallenges.tidy',
  `DELETE FROM used_passkey_challenges WHERE challenge_hash IN (
     SELECT challenge_hash FROM used_passkey_challenges
      WHERE expiry <= $1 ORDER BY expiry LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

/**
 * Challenges that a passkey signs: random bytes, the expiry, and an HMAC of both and of the
 * purpose. Stores only used challenges, so that an unauthenticated request stores nothing (D-212).
 */
@Injectable()
export class PasskeyChallenges {
  private readonly key: Buffer;

  constructor(
    encryption: Encryption,
    private readonly clock: Clock,
  ) {
    this.key = encryption.derivedKey('signin passkey challenge');
  }

  /** @param purpose the step and the browser's secret for which the challenge is valid */
  issue(purpose: string): Buffer {
    const expiry = Buffer.alloc(EXPIRY_BYTES);
    expiry.writeUIntBE(Math.floor(this.clock.milliseconds() / 1000) + LIFETIME_SECONDS, 0, EXPIRY_BYTES);
    const fields = Buffer.concat([randomBytes(NONCE_BYTES), expiry]);
    return Buffer.concat([fields, this.sign(fields, purpose)]);
  }

  /** Whether the challenge was issued for this purpose and has not expired. */
  isLive(challenge: Buffer, purpose: string): boolean {
    const fields = challenge.subarray(0, NONCE_BYTES + EXPIRY_BYTES);
    const signature = challenge.subarray(fields.length);
    const expected = this.sign(fields, purpose);
    if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) return false;
    return expiryOf(challenge) > this.clock.milliseconds();
  }

  /**
   * @returns whether this was the first use. Of several uses at the same moment, exactly one is the
   * first.
   */
  async spend(tx: Tx, challenge: Buffer): Promise<boolean> {
    const hash = sha256(challenge.toString('base64url'));
    return (await tx.run(SPEND, [hash, new Date(expiryOf(challenge))])) === 1;
  }

  /**
   * Deletes expired challenges.
   * @returns how many were deleted, at most `limit`
   */
  async tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }

  private sign(fields: Buffer, purpose: string): Buffer {
    return createHmac('sha256', this.key).update(fields).update(purpose).digest();
  }
}

/** @returns milliseconds */
function expiryOf(challenge: Buffer): number {
  return challenge.readUIntBE(NONCE_BYTES, EXPIRY_BYTES) * 1000;
}
