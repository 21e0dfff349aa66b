import { fault, type Fault } from '../../shared/errors/errors.js';
import { reasonOf, type Reason } from '../../shared/errors/reason.js';
import { SECURITY_QUESTIONS } from './security-questions.js';

const ANSWERS = 3;

/** One answer of a user. */
export interface SecurityAnswer {
  readonly questionId: number;
  readonly response: string;
}

/** Whether a question has this id. */
export function isSecurityQuestion(id: number): boolean {
  return SECURITY_QUESTIONS.some((question) => question.id === id);
}

/** @throws RangeError when no question has this id. */
export function questionText(id: number): string {
  const found = SECURITY_QUESTIONS.find((question) => question.id === id);
  if (!found) throw new RangeError(`There is no security question ${id}.`);
  return found.question;
}

/** Whether a response is only white space (D-85). Another rule checks its length. */
export function isBlank(response: string): boolean {
  return response.trim() === '';
}

/** The reason to refuse a number of answers (spec: Profile rule 5). */
export function answerCountFault(count: number): Reason | undefined {
  return count === ANSWERS ? undefined : reasonOf('security_question_count');
}

/**
 * Faults of answers to a question that an earlier answer of the list also answers (spec: Profile
 * rule 5).
 */
export function repeatedQuestionFaults(answers: readonly Pick<SecurityAnswer, 'questionId'>[]): Fault[] {
  const ids = answers.map(({ questionId }) => questionId);
  return ids.flatMap((id, index) =>
    ids.indexOf(id) === index
      ? []
      : [fault(`security_questions[${index}].question_id`, 'security_question_repeated')],
  );
}
