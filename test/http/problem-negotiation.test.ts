import { startApp, type TestApp } from '../support/app.js';
import { anonymous } from '../support/client.js';
import { makeAccount } from '../support/makers.js';

const TYPE = 'application/problem+json';
const PROBLEM = { Accept: TYPE };

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('[D-234] Accept selects the form of a refusal', () => {
  it.each([
    [TYPE, true],
    ['Application/Problem+JSON', true],
    [`${TYPE}, application/json`, true],
    [`${TYPE}, */*`, true],
    [`application/json;q=0.9, ${TYPE}`, true],
    [`${TYPE};q=0.5, text/html`, true],
    [`application/json, ${TYPE}`, false],
    [`application/json, ${TYPE};q=0.9`, false],
    [`${TYPE};q=0, */*`, false],
    ['*/*', false],
    ['application/*', false],
    ['application/json', false],
    ['text/html', false],
    ['', false],
  ])('%j', async (accept, isProblem) => {
    const { headers, body } = await anonymous(app).get('/vpcs', { Accept: accept });
    expect(headers.get('content-type')).toBe(isProblem ? TYPE : 'application/json');
    expect('type' in body).toBe(isProblem);
  });

  it('and never that of a success', async () => {
    const { client } = await makeAccount(app);
    expect((await client.get('/vpcs', PROBLEM)).headers.get('content-type')).toBe('application/json');
  });
});
