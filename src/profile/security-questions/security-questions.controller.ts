import { Body, Controller } from '@nestjs/common';
import type { Caller, CallerKey } from '../../auth/caller.js';
import { Key, TheCaller } from '../../auth/caller.decorator.js';
import { Endpoint } from '../../auth/endpoint.decorator.js';
import { AnswerSecurityQuestionsRequest } from './security-questions.requests.js';
import { SecurityQuestionsService } from './security-questions.service.js';
import {
  SecurityAnswersView,
  SecurityQuestionsView,
  shownAnswers,
  shownQuestions,
} from './security-questions.view.js';

@Controller()
export class SecurityQuestionsController {
  constructor(private readonly questions: SecurityQuestionsService) {}

  @Endpoint('profile.securityQuestions.list')
  async list(@Key() key: CallerKey): Promise<SecurityQuestionsView> {
    return shownQuestions(await this.questions.answersOf(key));
  }

  @Endpoint('profile.securityQuestions.answer')
  async answer(
    @TheCaller() caller: Caller,
    @Body() { security_questions }: AnswerSecurityQuestionsRequest,
  ): Promise<SecurityAnswersView> {
    const answers = security_questions.map(({ question_id, response }) => ({
      questionId: question_id,
      response,
    }));
    await this.questions.answer(caller, answers);
    return shownAnswers(answers);
  }
}
