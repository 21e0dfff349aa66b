import { ApiProperty } from '@nestjs/swagger';
import { questionText, type SecurityAnswer } from './security-question.rules.js';
import { SECURITY_QUESTIONS } from './security-questions.js';

class SecurityQuestionView {
  @ApiProperty()
  id!: number;

  @ApiProperty()
  question!: string;

  @ApiProperty({ type: String, nullable: true, description: 'Null while unanswered.' })
  response!: string | null;
}

class SecurityAnswerView {
  @ApiProperty()
  question_id!: number;

  @ApiProperty()
  response!: string;

  @ApiProperty({ description: 'The text of the question.' })
  security_question!: string;
}

/** spec: Security question response, list form. */
export class SecurityQuestionsView {
  @ApiProperty({ type: () => [SecurityQuestionView] })
  security_questions!: SecurityQuestionView[];
}

/** spec: Security question response, answer response form. */
export class SecurityAnswersView {
  @ApiProperty({ type: () => [SecurityAnswerView] })
  security_questions!: SecurityAnswerView[];
}

/** Every question, answered or not (D-85). */
export function shownQuestions(answers: readonly SecurityAnswer[]): SecurityQuestionsView {
  const responses = new Map(answers.map(({ questionId, response }) => [questionId, response]));
  return {
    security_questions: SECURITY_QUESTIONS.map(({ id, question }) => ({
      id,
      question,
      response: responses.get(id) ?? null,
    })),
  };
}

/** The answers in the order in which they were given. */
export function shownAnswers(answers: readonly SecurityAnswer[]): SecurityAnswersView {
  return {
    security_questions: answers.map(({ questionId, response }) => ({
      question_id: questionId,
      response,
      security_question: questionText(questionId),
    })),
  };
}
