import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';

/** A user's row of `two_factor_secrets`; both secrets are encrypted. */
export interface StoredTwoFactor {
  readonly secret: Buffer | null;
  readonly lastStep: number | null;
  readonly scratchCodeHash: Buffer | null;
  readonly pendingSecret: Buffer | null;
  readonly pendingExpiry: string | null;
}

@Injectable()
export class TwoFactorRepository {
  /** Reads the user's secrets and locks the row, so that two codes are checked one after the other (D-78). */
  lock(tx: Tx, userId: number): Promise<StoredTwoFactor | undefined> {
    return tx.row(LOCK, [userId]);
  }

  async setPending(tx: Tx, userId: number, pendingSecret: Buffer, expiry: Date): Promise<void> {
    await tx.run(SET_PENDING, [userId, pendingSecret, expiry]);
  }

  /** Makes `secret` the active one, and turns two-factor authentication on. */
  async activate(
    tx: Tx,
    userId: number,
    secret: Buffer,
    step: number,
    scratchCodeHash: Buffer,
  ): Promise<void> {
    await tx.run(ACTIVATE, [userId, secret, step, scratchCodeHash]);
    await tx.run(SET_ENABLED, [userId, true]);
  }

  async setLastStep(tx: Tx, userId: number, step: number): Promise<void> {
    await tx.run(SET_LAST_STEP, [userId, step]);
  }

  async spendScratchCode(tx: Tx, userId: number): Promise<void> {
    await tx.run(SPEND_SCRATCH_CODE, [userId]);
  }

  /** Drops both secrets and the scratch code. @returns whether it was on. */
  async disable(tx: Tx, userId: number): Promise<boolean> {
    await tx.run(DELETE, [userId]);
    return (await tx.run(SET_ENABLED, [userId, false])) > 0;
  }

  /** Clears at most `limit` expired pending secrets, which can no longer be confirmed. @returns how many. */
  async tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    const cleared = await tx.run(TIDY_PENDING, [now, limit]);
    await tx.run(TIDY_EMPTY);
    return cleared;
  }
}

const LOCK = command<StoredTwoFactor>(
  'auth.twoFactor.lock',
  `SELECT secret, last_step AS "lastStep", scratch_code_hash AS "scratchCodeHash", pending_secret AS "pendingSecret",
          pending_expiry AS "pendingExpiry"
     FROM two_factor_secrets WHERE user_id = $1 FOR UPDATE`,
);

const SET_PENDING = command(
  'auth.twoFactor.setPending',
  `INSERT INTO two_factor_secrets (user_id, pending_secret, pending_expiry) VALUES ($1, $2, $3)
   ON CONFLICT (user_id) DO UPDATE
     SET pending_secret = excluded.pending_secret, pending_expiry = excluded.pending_expiry`,
);

const ACTIVATE = command(
  'auth.twoFactor.activate',
  `UPDATE two_factor_secrets
      SET secret = $2, last_step = $3, scratch_code_hash = $4, pending_secret = NULL, pending_expiry = NULL
    WHERE user_id = $1`,
);

const SET_ENABLED = command(
  'auth.twoFactor.setEnabled',
  'UPDATE users SET two_factor_auth = $2 WHERE id = $1 AND two_factor_auth <> $2',
);

const SET_LAST_STEP = command(
  'auth.twoFactor.setLastStep',
  'UPDATE two_factor_secrets SET last_step = $2 WHERE user_id = $1',
);

const SPEND_SCRATCH_CODE = command(
  'auth.twoFactor.spendScratchCode',
  'UPDATE two_factor_secrets SET scratch_code_hash = NULL WHERE user_id = $1',
);

const DELETE = command('auth.twoFactor.delete', 'DELETE FROM two_factor_secrets WHERE user_id = $1');

const TIDY_PENDING = command(
  'auth.twoFactor.tidyPending',
  `UPDATE two_factor_secrets SET pending_secret = NULL, pending_expiry = NULL WHERE user_id IN (
     SELECT user_id FROM two_factor_secrets WHERE pending_expiry <= $1
      ORDER BY user_id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

const TIDY_EMPTY = command(
  'auth.twoFactor.tidyEmpty',
  `DELETE FROM two_factor_secrets WHERE user_id IN (
     SELECT user_id FROM two_factor_secrets WHERE secret IS NULL AND pending_secret IS NULL
        FOR UPDATE SKIP LOCKED)`,
);
