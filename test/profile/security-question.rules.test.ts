import {
  answerCountFault,
  isBlank,
  isSecurityQuestion,
  questionText,
  repeatedQuestionFaults,
} from '../../src/profile/security-questions/security-question.rules.js';
import { SECURITY_QUESTIONS } from '../../src/profile/security-questions/security-questions.js';

const REPEATED = 'You must answer three different security questions.';

describe('[D-85] security questions', () => {
  it('are the nineteen, by id', () => {
    expect(SECURITY_QUESTIONS.map(({ id }) => id)).toEqual([...Array(19).keys()].map((index) => index + 1));
    expect(SECURITY_QUESTIONS[0]).toEqual({ id: 1, question: 'What was the name of your first pet?' });
    expect(questionText(10)).toBe('On what street did your best friend in high school live?');
    expect(questionText(19)).toBe('On what street is your grocery store?');
  });

  it.each([
    [0, false],
    [1, true],
    [19, true],
    [20, false],
  ])('%i exists: %s', (id, exists) => {
    expect(isSecurityQuestion(id)).toBe(exists);
  });

  it.each([
    ['', true],
    [' \t\u00a0', true],
    [' a ', false],
  ])('the response %j is blank: %s', (response, blank) => {
    expect(isBlank(response)).toBe(blank);
  });
});

describe('[Profile rule 5] exactly three different questions', () => {
  it.each([
    [0, 'You must answer exactly three security questions.'],
    [2, 'You must answer exactly three security questions.'],
    [3, undefined],
    [4, 'You must answer exactly three security questions.'],
  ])('%i answers', (count, fault) => {
    expect(answerCountFault(count)).toBe(fault);
  });

  it.each([
    ['all different', [1, 2, 3], []],
    ['the last repeats the first', [1, 2, 1], ['security_questions[2].question_id']],
    ['all the same', [4, 4, 4], ['security_questions[1].question_id', 'security_questions[2].question_id']],
  ])('%s', (_, ids, fields) => {
    const faults = repeatedQuestionFaults(ids.map((questionId) => ({ questionId })));
    expect(faults).toEqual(fields.map((field) => ({ field, reason: REPEATED })));
  });
});
