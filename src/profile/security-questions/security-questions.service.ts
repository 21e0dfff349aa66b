import { Injectable } from '@nestjs/common';
import type { Caller, CallerKey } from '../../auth/caller.js';
import { Events } from '../../events/events.service.js';
import { Database } from '../../shared/database/database.js';
import { Invalid } from '../../shared/errors/errors.js';
import { Encryption } from '../../shared/secrets/encryption.js';
import { profileUpdate } from '../profile.events.js';
import { SecurityAnswersRepository } from './security-answers.repository.js';
import { repeatedQuestionFaults, type SecurityAnswer } from './security-question.rules.js';

/** A user's answers, encrypted at rest (D-49, D-85). */
@Injectable()
export class SecurityQuestionsService {
  constructor(
    private readonly database: Database,
    private readonly answers: SecurityAnswersRepository,
    private readonly encryption: Encryption,
    private readonly events: Events,
  ) {}

  async answersOf(key: CallerKey): Promise<SecurityAnswer[]> {
    const stored = await this.answers.findAll(key);
    return stored.map(({ userId, questionId, response }) => ({
      questionId,
      response: this.encryption.decrypt(response, context(userId, questionId)),
    }));
  }

  /** Overwrites all earlier answers; a question left out is unanswered again (spec: Profile rule 5). */
  async answer(caller: Caller, answers: readonly SecurityAnswer[]): Promise<void> {
    const faults = repeatedQuestionFaults(answers);
    if (faults.length > 0) throw new Invalid(faults);
    const encrypted = answers.map(({ questionId, response }) => ({
      questionId,
      response: this.encryption.encrypt(response, context(caller.userId, questionId)),
    }));
    await this.database.transaction(async (tx) => {
      await this.answers.replace(tx, caller.userId, encrypted);
      await this.events.record(tx, profileUpdate(caller));
    });
  }
}

function context(userId: number, questionId: number): string {
  return `security_answers:${userId}:${questionId}`;
}
