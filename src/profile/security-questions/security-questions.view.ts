import { ApiProperty } from '@nestjs/swagger';
import type { SecurityAnswer } from './security-question.rules.js';
import { SECURITY_QUESTIONS } from './security-questions.js';

class SecurityQuestionShown {
  @ApiProperty({ type: 'integer' }) id: number;
  @ApiProperty() question: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'Null while unanswered.' }) response:
    string | null;
}

/** spec: Security question response, list form. */
export class SecurityQuestionsShown {
  @ApiProperty({ type: [SecurityQuestionShown] }) security_questions: SecurityQuestionShown[];
}

/** Every question, answered or not (D-85). */
export function securityQuestionsView(answers: readonly SecurityAnswer[]): SecurityQuestionsShown {
  const responses = new Map(answers.map(({ questionId, response }) => [questionId, response]));
  return {
    security_questions: SECURITY_QUESTIONS.map(({ id, question }) => ({
      id,
      question,
      response: responses.get(id) ?? null,
    })),
  };
}
