import { ApiProperty } from '@nestjs/swagger';
import { questionText, type SecurityAnswer } from './security-question.rules.js';

class SecurityAnswerResponse {
  @ApiProperty({ type: 'integer', description: 'ID of the question.' }) question_id: number;
  @ApiProperty({ description: 'The answer.' }) response: string;
  @ApiProperty({ description: 'The text of the question.' }) security_question: string;
}

/** spec: Security question response, answer response form. */
export class SecurityAnswersResponse {
  @ApiProperty({ type: [SecurityAnswerResponse], description: 'The three answers.' })
  security_questions: SecurityAnswerResponse[];
}

/** The answers in the order of the request. */
export function securityAnswersView(answers: readonly SecurityAnswer[]): SecurityAnswersResponse {
  return {
    security_questions: answers.map(({ questionId, response }) => ({
      question_id: questionId,
      response,
      security_question: questionText(questionId),
    })),
  };
}
