import { Injectable } from '@nestjs/common';
import { AccessFacts } from '../../access/access-facts.js';
import type { Caller } from '../../access/caller.js';
import { EventsService } from '../../events/events.service.js';
import { Database } from '../../database/database.js';
import { Invalid } from '../../shared/errors/errors.js';
import { Encryption } from '../../shared/secrets/encryption.js';
import { profileReference } from '../../access/users/user.events.js';
import type { AnswerSecurityQuestionsRequest } from './answer-security-questions.request.js';
import { SecurityAnswersRepository } from './security-answers.repository.js';
import { securityAnswersView } from './security-answers.view.js';
import { repeatedQuestionFaults } from './security-question.rules.js';
import { securityQuestionsView } from './security-questions.view.js';

/** The user's answers to security questions, encrypted at rest (D-49, D-85). */
@Injectable()
export class SecurityQuestionsService {
  constructor(
    private readonly access: AccessFacts,
    private readonly answers: SecurityAnswersRepository,
    private readonly database: Database,
    private readonly encryption: Encryption,
    private readonly events: EventsService,
  ) {}

  /** @throws Unauthenticated when the credential has ended meanwhile */
  async list(caller: Caller) {
    const { userId } = caller;
    const answers = await this.answers.findAll(userId);
    if (answers.length === 0) await this.access.requireLive(caller);
    const decrypted = answers.map(({ questionId, response }) => ({
      questionId,
      response: this.encryption.decrypt(response, context(userId, questionId)),
    }));
    return securityQuestionsView(decrypted);
  }

  /**
   * Replaces all earlier answers (spec: Profile rule 5).
   * @throws Invalid unless the answers are for exactly three different questions
   */
  answer(caller: Caller, { security_questions }: AnswerSecurityQuestionsRequest) {
    const answers = security_questions.map(({ question_id, response }) => ({
      questionId: question_id,
      response,
    }));
    const faults = repeatedQuestionFaults(answers);
    if (faults.length > 0) throw new Invalid(faults);
    const { accountId, userId } = caller;
    const encrypted = answers.map(({ questionId, response }) => ({
      accountId,
      userId,
      questionId,
      response: this.encryption.encrypt(response, context(userId, questionId)),
    }));
    return this.database.transaction(async (tx) => {
      await this.answers.replace(tx, userId, encrypted);
      this.events.record(tx, caller, { action: 'profile_update', entity: profileReference(caller) });
      return securityAnswersView(answers);
    });
  }
}

function context(userId: number, questionId: number): string {
  return `security_answers:${userId}:${questionId}`;
}
