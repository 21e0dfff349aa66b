import { Field } from '../../shared/validation/field.decorator.js';
import { notValid, type Rule } from '../../shared/validation/rule.js';
import { text } from '../../shared/validation/rules.js';
import { isBlank, isSecurityQuestion } from './security-question.rules.js';

const RESPONSE_MAX_LENGTH = 255;

const questionId: Rule = {
  schema: { type: 'integer', minimum: 1, maximum: 19 },
  check: (value, key) => (isSecurityQuestion(value as number) ? undefined : notValid(key)),
};

const response = text(1, RESPONSE_MAX_LENGTH, (value) => !isBlank(value));

/** One answer (spec: Security question response, answer form). */
export class SecurityAnswerRequest {
  @Field(questionId, { required: true, example: 1, description: 'ID of the question.' })
  question_id: number;

  @Field(response, { required: true, example: 'Rex', description: 'The answer.' })
  response: string;
}
