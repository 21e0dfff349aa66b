/** A security question, the same for all users (D-85). */
interface SecurityQuestion {
  readonly id: number;
  readonly question: string;
}

const TEXTS = [
  'What was the name of your first pet?',
  'What is the name of your oldest sibling?',
  'What was the first concert you attended?',
  'What was the make and model of your first car?',
  'In what city or town did your parents meet?',
  'What is the name of a college you applied to but did not attend?',
  'Where did you go on your most memorable school field trip?',
  'What is the name of the teacher who impacted you the most?',
  'Which city did you visit on your first airplane flight?',
  'On what street did your best friend in high school live?',
  'What is the name of your favorite city?',
  'What is your favorite artist of all time?',
  'What is the maiden name of your grandmother?',
  'What is the name of your first roommate?',
  'In what city or town was your first job?',
  'Who is your favorite author?',
  'What is the name of the hospital you were born in?',
  'What sports team do you love to see lose?',
  'On what street is your grocery store?',
];

/** All questions by id. Answers refer to the ids: add new texts at the end, and never reorder. */
export const SECURITY_QUESTIONS: readonly SecurityQuestion[] = TEXTS.map((question, index) => ({
  id: index + 1,
  question,
}));
