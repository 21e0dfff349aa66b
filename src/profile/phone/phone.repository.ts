import { Injectable } from '@nestjs/common';
import type { Tx } from '../../database/reader.js';
import { command } from '../../database/statement.js';
import type { PhoneCodeFacts } from './phone-code.rules.js';

/** A row of `phone_codes`; `code` is encrypted. */
export interface StoredPhoneCode extends PhoneCodeFacts {
  readonly phoneNumber: string;
  readonly code: Buffer;
}

@Injectable()
export class PhoneRepository {
  /** Reads the user's verified number and locks the user until the transaction ends. */
  async lockVerifiedNumber(tx: Tx, userId: number): Promise<string | null> {
    return (await tx.row(LOCK_USER, [userId]))?.verifiedPhoneNumber ?? null;
  }

  async setVerifiedNumber(tx: Tx, userId: number, phoneNumber: string | null): Promise<void> {
    await tx.run(SET_NUMBER, [userId, phoneNumber]);
  }

  /** The code for this number, whether or not it was sent. */
  find(tx: Tx, userId: number, phoneNumber: string): Promise<StoredPhoneCode | undefined> {
    return tx.row(FIND, [userId, phoneNumber]);
  }

  /** The code that was sent; there is at most one. */
  findSent(tx: Tx, userId: number): Promise<StoredPhoneCode | undefined> {
    return tx.row(FIND_SENT, [userId]);
  }

  /** Stores a code that was not sent yet. It replaces an earlier code for the number. */
  async put(tx: Tx, userId: number, phoneNumber: string, code: Buffer, expiry: Date): Promise<void> {
    await tx.run(PUT, [userId, phoneNumber, code, expiry]);
  }

  /** Marks the code for this number as sent, and deletes the user's other codes (D-83). */
  async setSent(tx: Tx, userId: number, phoneNumber: string, expiry: Date): Promise<void> {
    await tx.run(SET_SENT, [userId, phoneNumber, expiry]);
    await tx.run(DELETE_OTHERS, [userId, phoneNumber]);
  }

  async countWrongTry(tx: Tx, userId: number, phoneNumber: string): Promise<void> {
    await tx.run(COUNT_WRONG_TRY, [userId, phoneNumber]);
  }

  async deleteCodes(tx: Tx, userId: number): Promise<void> {
    await tx.run(DELETE_CODES, [userId]);
  }

  /** Deletes at most `limit` expired codes, which no longer work. @returns how many. */
  tidy(tx: Tx, now: Date, limit: number): Promise<number> {
    return tx.run(TIDY, [now, limit]);
  }
}

const CODE = 'phone_number AS "phoneNumber", code, expiry, wrong_tries AS "wrongTries"';

const LOCK_USER = command<{ verifiedPhoneNumber: string | null }>(
  'profile.phone.lockUser',
  'SELECT verified_phone_number AS "verifiedPhoneNumber" FROM users WHERE id = $1 FOR NO KEY UPDATE',
);

const SET_NUMBER = command(
  'profile.phone.setNumber',
  'UPDATE users SET verified_phone_number = $2 WHERE id = $1',
);

const FIND = command<StoredPhoneCode>(
  'profile.phone.find',
  `SELECT ${CODE} FROM phone_codes WHERE user_id = $1 AND phone_number = $2`,
);

const FIND_SENT = command<StoredPhoneCode>(
  'profile.phone.findSent',
  `SELECT ${CODE} FROM phone_codes WHERE user_id = $1 AND sent`,
);

const PUT = command(
  'profile.phone.put',
  `INSERT INTO phone_codes (user_id, phone_number, code, expiry) VALUES ($1, $2, $3, $4)
   ON CONFLICT (user_id, phone_number) DO UPDATE
     SET code = excluded.code, sent = false, expiry = excluded.expiry, wrong_tries = 0`,
);

const SET_SENT = command(
  'profile.phone.setSent',
  `UPDATE phone_codes SET sent = true, expiry = $3 WHERE user_id = $1 AND phone_number = $2 AND NOT sent`,
);

const DELETE_OTHERS = command(
  'profile.phone.deleteOthers',
  'DELETE FROM phone_codes WHERE user_id = $1 AND phone_number <> $2',
);

const COUNT_WRONG_TRY = command(
  'profile.phone.countWrongTry',
  'UPDATE phone_codes SET wrong_tries = wrong_tries + 1 WHERE user_id = $1 AND phone_number = $2',
);

const DELETE_CODES = command('profile.phone.deleteCodes', 'DELETE FROM phone_codes WHERE user_id = $1');

const TIDY = command(
  'profile.phone.tidy',
  `DELETE FROM phone_codes WHERE (user_id, phone_number) IN (
     SELECT user_id, phone_number FROM phone_codes WHERE expiry <= $1 ORDER BY expiry LIMIT $2
        FOR UPDATE SKIP LOCKED)`,
);
