import { Field } from '../../shared/validation/field.decorator.js';
import { capped, objects } from '../../shared/validation/rules.js';
import { SecurityAnswerRequest } from './security-answer.request.js';
import { answerCountFault } from './security-question.rules.js';

const answers = capped({ ...objects(), schema: { type: 'array', minItems: 3, maxItems: 3 } }, (value) =>
  Array.isArray(value) ? answerCountFault(value.length) : undefined,
);

/** Exactly three (spec: Profile rule 5). */
export class AnswerSecurityQuestionsRequest {
  @Field(answers, {
    required: true,
    of: SecurityAnswerRequest,
    description: 'Exactly three answers to different questions. They replace all earlier answers.',
  })
  security_questions: SecurityAnswerRequest[];
}
