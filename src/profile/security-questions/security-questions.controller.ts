import { Body, Controller } from '@nestjs/common';
import type { Caller } from '../../access/caller.js';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Endpoint } from '../../access/endpoint.decorator.js';
import { Answers } from '../../shared/http/response/answers.decorator.js';
import { AnswerSecurityQuestionsRequest } from './answer-security-questions.request.js';
import { SecurityAnswersResponse } from './security-answers.view.js';
import { SecurityQuestionsService } from './security-questions.service.js';
import { SecurityQuestionsResponse } from './security-questions.view.js';

@Controller()
export class SecurityQuestionsController {
  constructor(private readonly questions: SecurityQuestionsService) {}

  @Endpoint('profile.securityQuestions.list')
  @Answers(SecurityQuestionsResponse)
  list(@CurrentCaller() caller: Caller) {
    return this.questions.list(caller);
  }

  @Endpoint('profile.securityQuestions.answer')
  @Answers(SecurityAnswersResponse)
  answer(@CurrentCaller() caller: Caller, @Body() request: AnswerSecurityQuestionsRequest) {
    return this.questions.answer(caller, request);
  }
}
