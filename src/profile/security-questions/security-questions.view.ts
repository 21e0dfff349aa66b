import { ApiProperty } from '@nestjs/swagger';
import type { SecurityAnswer } from './security-question.rules.js';
import { SECURITY_QUESTIONS } from './security-questions.js';

class SecurityQuestionResponse {
  @ApiProperty({ type: 'integer', description: 'ID of the question.' }) id: number;
  @ApiProperty({ description: 'The text of the question.' }) question: string;
  @ApiProperty({ type: 'string', nullable: true, description: 'Null while unanswered.' }) response:
    string | null;
}

/** spec: Security question response, list form. */
export class SecurityQuestionsResponse {
  @ApiProperty({
    type: [SecurityQuestionResponse],
    description: 'All questions, with the answers of the user.',
  })
  security_questions: SecurityQuestionResponse[];
}

/** Every question, answered or not (D-85). */
export function securityQuestionsView(answers: readonly SecurityAnswer[]): SecurityQuestionsResponse {
  const responses = new Map(answers.map(({ questionId, response }) => [questionId, response]));
  return {
    security_questions: SECURITY_QUESTIONS.map(({ id, question }) => ({
      id,
      question,
      response: responses.get(id) ?? null,
    })),
  };
}
