import { Global, Module } from '@nestjs/common';
import { ConditionalRequests } from './conditional-requests.js';
import { KeptAnswers } from './kept-answers.js';

@Global()
@Module({
  providers: [ConditionalRequests, KeptAnswers],
  exports: [ConditionalRequests],
})
export class ConditionsModule {}
