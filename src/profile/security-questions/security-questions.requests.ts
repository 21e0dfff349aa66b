import { Field } from '../../shared/validation/field.decorator.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { objects, text } from '../../shared/validation/rules.js';
import { answerCountFault, isBlank, isSecurityQuestion } from './security-question.rules.js';

const RESPONSE_MAX_LENGTH = 255;

const questionId: Rule = {
  schema: { type: 'integer', minimum: 1, maximum: 19 },
  check: (value, key) => (isSecurityQuestion(value as number) ? undefined : notValid(key)),
};

const response = text(1, RESPONSE_MAX_LENGTH, (value) => !isBlank(value));

const answers: Rule = {
  schema: { type: 'array', minItems: 3, maxItems: 3 },
  check: (value, key) =>
    (Array.isArray(value) ? answerCountFault(value.length) : undefined) ?? objects().check(value, key),
};

/** One answer (spec: Security question response, answer form). */
export class SecurityAnswerRequest {
  @Field(questionId, { required: true })
  question_id!: number;

  @Field(response, { required: true })
  response!: string;
}

/** spec: POST /profile/security-questions. */
export class AnswerSecurityQuestionsRequest {
  @Field(answers, { required: true, of: SecurityAnswerRequest })
  security_questions!: SecurityAnswerRequest[];
}
