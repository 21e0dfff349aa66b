import { Global, Module } from '@nestjs/common';
import { ConditionalRequests } from './conditional-requests.js';
import { ConditionsInterceptor } from './conditions.interceptor.js';
import { KeptAnswers } from './kept-answers.js';

@Global()
@Module({
  providers: [ConditionalRequests, ConditionsInterceptor, KeptAnswers],
  exports: [ConditionalRequests, ConditionsInterceptor, KeptAnswers],
})
export class ConditionsModule {}
