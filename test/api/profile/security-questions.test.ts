import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { done, makeAccount, makeRestricted, makeToken } from '../../support/makers.js';
import { query } from '../../support/sql.js';

const COUNT = 'You must answer exactly three security questions.';
const REPEATED = 'You must answer three different security questions.';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

function answers(...given: [id: unknown, response: unknown][]) {
  return { security_questions: given.map(([question_id, response]) => ({ question_id, response })) };
}

describe('GET /profile/security-questions', () => {
  it('[D-85] lists all nineteen questions, at first without answers', async () => {
    const { client } = await makeAccount(app);
    const { security_questions } = done(await client.get('/profile/security-questions'));
    expect(security_questions).toHaveLength(19);
    expect(security_questions[0]).toEqual({
      id: 1,
      question: 'What was the name of your first pet?',
      response: null,
    });
    expect(security_questions[18]).toEqual({
      id: 19,
      question: 'On what street is your grocery store?',
      response: null,
    });
  });
});

describe('POST /profile/security-questions', () => {
  it('[D-85] stores the answers and returns them in their order', async () => {
    const { client } = await makeAccount(app);
    const answer = await client.post(
      '/profile/security-questions',
      answers([19, 'Elm'], [2, ' Ünï 😀 '], [7, 'Zoo']),
    );
    expect(answer).toMatchObject({
      status: 200,
      body: {
        security_questions: [
          { question_id: 19, response: 'Elm', security_question: 'On what street is your grocery store?' },
          {
            question_id: 2,
            response: ' Ünï 😀 ',
            security_question: 'What is the name of your oldest sibling?',
          },
          {
            question_id: 7,
            response: 'Zoo',
            security_question: 'Where did you go on your most memorable school field trip?',
          },
        ],
      },
    });
    const { security_questions } = done(await client.get('/profile/security-questions'));
    const answered = security_questions.filter(
      ({ response }: { response: string | null }) => response !== null,
    );
    expect(answered.map(({ id, response }: { id: number; response: string }) => [id, response])).toEqual([
      [2, ' Ünï 😀 '],
      [7, 'Zoo'],
      [19, 'Elm'],
    ]);
  });

  it('[Profile rule 5] replaces the answers, and removes those that are left out', async () => {
    const { client } = await makeAccount(app);
    await client.post('/profile/security-questions', answers([1, 'a'], [2, 'b'], [3, 'c']));
    await client.post('/profile/security-questions', answers([3, 'x'], [4, 'y'], [5, 'z']));
    const { security_questions } = done(await client.get('/profile/security-questions'));
    const responses = security_questions.map(({ response }: { response: string | null }) => response);
    expect(responses.slice(0, 6)).toEqual([null, null, 'x', 'y', 'z', null]);
  });

  it.each([
    ['[Profile rule 5] two', answers([1, 'a'], [2, 'b']), 'security_questions', COUNT],
    ['[Profile rule 5] four', answers([1, 'a'], [2, 'b'], [3, 'c'], [4, 'd']), 'security_questions', COUNT],
    ['[Profile rule 5] none', answers(), 'security_questions', COUNT],
    ['[D-10] no list', { security_questions: {} }, 'security_questions', 'security_questions is not valid'],
    ['nothing', {}, 'security_questions', 'security_questions is required'],
    [
      '[Profile rule 5] a repeated question',
      answers([1, 'a'], [2, 'b'], [1, 'c']),
      'security_questions[2].question_id',
      REPEATED,
    ],
    [
      '[D-85] an unknown question',
      answers([1, 'a'], [20, 'b'], [2, 'c']),
      'security_questions[1].question_id',
      'question_id is not valid',
    ],
    [
      '[D-10] a question as text',
      answers(['1', 'a'], [3, 'b'], [2, 'c']),
      'security_questions[0].question_id',
      'question_id is not valid',
    ],
    [
      '[D-85] a blank response',
      answers([1, ' \t'], [3, 'b'], [2, 'c']),
      'security_questions[0].response',
      'response is not valid',
    ],
    [
      '[D-85] an empty response',
      answers([1, ''], [3, 'b'], [2, 'c']),
      'security_questions[0].response',
      'Length must be 1-255 characters',
    ],
    [
      '[D-85] 256 characters',
      answers([1, 'x'.repeat(256)], [3, 'b'], [2, 'c']),
      'security_questions[0].response',
      'Length must be 1-255 characters',
    ],
    [
      'no response',
      { security_questions: [{ question_id: 1 }, ...answers([2, 'b'], [3, 'c']).security_questions] },
      'security_questions[0].response',
      'response is required',
    ],
    [
      '[D-11] U+0000',
      answers([1, 'a\0'], [3, 'b'], [2, 'c']),
      'security_questions[0].response',
      'response is not valid',
    ],
  ])('refuses %s, and keeps what was answered', async (_, body, field, reason) => {
    const { client } = await makeAccount(app);
    await client.post('/profile/security-questions', answers([17, 'kept'], [18, 'kept'], [19, 'kept']));
    const before = (await client.get('/profile/security-questions')).body;
    expect(await client.post('/profile/security-questions', body)).toMatchObject({
      status: 400,
      body: refusal(field, reason),
    });
    expect((await client.get('/profile/security-questions')).body).toEqual(before);
  });

  it.each([1, 255])('[D-85] accepts %i characters', async (length) => {
    const { client } = await makeAccount(app);
    const response = '😀'.repeat(length);
    const answer = await client.post(
      '/profile/security-questions',
      answers([1, response], [2, 'b'], [3, 'c']),
    );
    expect(done(answer).security_questions[0].response).toBe(response);
  });

  it('[D-49] are encrypted at rest and not in events', async () => {
    const { client, uid } = await makeAccount(app);
    await client.post('/profile/security-questions', answers([1, 'canary'], [2, 'canary'], [3, 'canary']));
    const stored = await query(
      app,
      'SELECT encode(response, $2) AS response FROM security_answers WHERE user_id = $1',
      [uid, 'hex'],
    );
    expect(new Set(stored.map(({ response }) => response)).size).toBe(3);
    expect(JSON.stringify(stored)).not.toContain(Buffer.from('canary').toString('hex'));
    const events = await query(app, 'SELECT * FROM events WHERE user_id = $1', [uid]);
    expect(events).toMatchObject([{ action: 'profile_update', entity_type: 'profile' }]);
    expect(JSON.stringify(events)).not.toContain('canary');
  });

  it('belong to the user alone', async () => {
    const account = await makeAccount(app);
    const user = await makeRestricted(app, account);
    await account.client.post('/profile/security-questions', answers([1, 'a'], [2, 'b'], [3, 'c']));
    const { security_questions } = done(await user.client.get('/profile/security-questions'));
    expect(security_questions.every(({ response }: { response: string | null }) => response === null)).toBe(
      true,
    );
  });

  it('[D-30] reading needs account:read_only, answering account:read_write', async () => {
    const { username } = await makeAccount(app);
    const reader = await makeToken(app, username, 'account:read_only');
    expect((await reader.get('/profile/security-questions')).status).toBe(200);
    expect((await reader.post('/profile/security-questions', {})).status).toBe(403);
    const other = await makeToken(app, username, 'vpc:read_only');
    expect((await other.get('/profile/security-questions')).status).toBe(403);
  });
});
