import { shownFaults } from '../support/faults-of.js';
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
  const NINETEEN: [number, string][] = [
    [1, 'What was the name of your first pet?'],
    [2, 'What is the name of your oldest sibling?'],
    [3, 'What was the first concert you attended?'],
    [4, 'What was the make and model of your first car?'],
    [5, 'In what city or town did your parents meet?'],
    [6, 'What is the name of a college you applied to but did not attend?'],
    [7, 'Where did you go on your most memorable school field trip?'],
    [8, 'What is the name of the teacher who impacted you the most?'],
    [9, 'Which city did you visit on your first airplane flight?'],
    [10, 'On what street did your best friend in high school live?'],
    [11, 'What is the name of your favorite city?'],
    [12, 'What is your favorite artist of all time?'],
    [13, 'What is the maiden name of your grandmother?'],
    [14, 'What is the name of your first roommate?'],
    [15, 'In what city or town was your first job?'],
    [16, 'Who is your favorite author?'],
    [17, 'What is the name of the hospital you were born in?'],
    [18, 'What sports team do you love to see lose?'],
    [19, 'On what street is your grocery store?'],
  ];

  it('are the nineteen, by id', () => {
    expect(SECURITY_QUESTIONS).toEqual(NINETEEN.map(([id, question]) => ({ id, question })));
  });

  it.each(NINETEEN)('%i is %s', (id, question) => {
    expect(questionText(id)).toBe(question);
  });

  it('there is no text of a question that does not exist', () => {
    expect(() => questionText(20)).toThrow(RangeError('There is no security question 20.'));
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
    expect(answerCountFault(count)?.reason).toBe(fault);
  });

  it.each([
    ['all different', [1, 2, 3], []],
    ['the last repeats the first', [1, 2, 1], ['security_questions[2].question_id']],
    ['all the same', [4, 4, 4], ['security_questions[1].question_id', 'security_questions[2].question_id']],
  ])('%s', (_, ids, fields) => {
    const faults = repeatedQuestionFaults(ids.map((questionId) => ({ questionId })));
    expect(shownFaults(faults)).toEqual(fields.map((field) => ({ field, reason: REPEATED })));
  });
});
