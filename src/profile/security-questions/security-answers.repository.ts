import { Injectable } from '@nestjs/common';
import { CALLER, type CallerKey } from '../../auth/caller.js';
import { Database } from '../../database/database.js';
import type { Tx } from '../../database/reader.js';
import { command, query } from '../../database/statement.js';

/** A row of `security_answers`; `response` is encrypted. */
export interface StoredAnswer {
  readonly userId: number;
  readonly questionId: number;
  readonly response: Buffer;
}

@Injectable()
export class SecurityAnswersRepository {
  constructor(private readonly database: Database) {}

  findAll(key: CallerKey): Promise<StoredAnswer[]> {
    return this.database.rows(FIND_ALL, [key]);
  }

  async hasAny(tx: Tx, userId: number): Promise<boolean> {
    return (await tx.row(HAS_ANY, [userId])) !== undefined;
  }

  /** Deletes all earlier answers (spec: Profile rule 5). Locks the user, so that two requests leave no mixture. */
  async replace(tx: Tx, userId: number, answers: readonly Omit<StoredAnswer, 'userId'>[]): Promise<void> {
    await tx.run(LOCK, [userId]);
    await tx.run(DELETE, [userId]);
    await tx.run(INSERT, [
      userId,
      answers.map(({ questionId }) => questionId),
      answers.map(({ response }) => response),
    ]);
  }
}

const FIND_ALL = query<StoredAnswer>(
  'profile.securityAnswers.findAll',
  `WITH ${CALLER}
   SELECT a.user_id AS "userId", a.question_id AS "questionId", a.response
     FROM caller JOIN security_answers a ON a.user_id = caller.user_id`,
);

const HAS_ANY = query<object>(
  'profile.securityAnswers.hasAny',
  'SELECT FROM security_answers WHERE user_id = $1 LIMIT 1',
);

const LOCK = command('profile.securityAnswers.lock', 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE');

const DELETE = command('profile.securityAnswers.delete', 'DELETE FROM security_answers WHERE user_id = $1');

const INSERT = command(
  'profile.securityAnswers.insert',
  `INSERT INTO security_answers (user_id, question_id, response)
   SELECT $1, question_id, response FROM unnest($2::integer[], $3::bytea[]) AS answer (question_id, response)`,
);
