import { Field } from '../../shared/validation/field.decorator.js';
import type { Rule } from '../../shared/validation/rule.js';
import { objects } from '../../shared/validation/rules.js';
import { SecurityAnswerRequest } from './security-answer.request.js';
import { answerCountFault } from './security-question.rules.js';

const answers: Rule = {
  schema: { type: 'array', minItems: 3, maxItems: 3 },
  check: (value, key, settings) =>
    (Array.isArray(value) ? answerCountFault(value.length) : undefined) ??
    objects().check(value, key, settings),
};

/** Exactly three (spec: Profile rule 5). */
export class AnswerSecurityQuestionsRequest {
  @Field(answers, { required: true, of: SecurityAnswerRequest })
  security_questions: SecurityAnswerRequest[];
}
