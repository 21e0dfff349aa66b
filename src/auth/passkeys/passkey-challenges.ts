import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { Encryption } from '../../shared/secrets/encryption.js';
import { sha256 } from '../../shared/secrets/sha256.js';
import { Clock } from '../../shared/time/clock.js';
import { SPEND_CHALLENGE } from './passkeys.sql.js';

const NONCE_BYTES = 16;
const EXPIRY_BYTES = 6;
const LIFETIME_SECONDS = 600;

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
    return (await tx.run(SPEND_CHALLENGE, [hash, new Date(expiryOf(challenge))])) === 1;
  }

  private sign(fields: Buffer, purpose: string): Buffer {
    return createHmac('sha256', this.key).update(fields).update(purpose).digest();
  }
}

/** @returns milliseconds */
function expiryOf(challenge: Buffer): number {
  return challenge.readUIntBE(NONCE_BYTES, EXPIRY_BYTES) * 1000;
}
