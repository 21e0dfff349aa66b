import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Attempts } from '../../shared/limits/attempts.js';
import { sha256 } from '../../shared/secrets/sha256.js';

/**
 * Checks the secrets of confidential clients. Stored as digests (D-49); wrong ones are limited
 * (D-23).
 */
@Injectable()
export class ClientSecrets {
  constructor(
    private readonly database: Database,
    private readonly attempts: Attempts,
  ) {}

  /** @throws TooMany when the address sent too many wrong secrets, even if this one is right. */
  async matches(clientId: string, secretHash: Buffer, presented: string, address: string): Promise<boolean> {
    const attempt = {
      kind: 'wrong client secret by client and address',
      subject: [clientId, address],
    } as const;
    return this.database.transaction(async (tx) => {
      await this.attempts.requireAllowed(tx, attempt);
      const matches = timingSafeEqual(sha256(presented), secretHash);
      if (!matches) await this.attempts.count(tx, attempt);
      return matches;
    });
  }
}
