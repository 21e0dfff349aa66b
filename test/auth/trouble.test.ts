import { pino } from 'pino';
import { startApp } from '../support/app.js';
import { cuttable } from '../support/cuttable-database.js';
import { makeAccount } from '../support/makers.js';
import {
  answer,
  apiOf,
  ask,
  authorizePath,
  enterPassword,
  makeOAuthClient,
  postForm,
  redeem,
} from '../support/oauth.js';
import { Visitor } from '../support/visitor.js';

let lines: string[] = [];
beforeEach(() => (lines = []));
const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
/** What the log has of failures. */
const failures = () =>
  lines
    .filter((line) => line.includes('sign-in request failed'))
    .map((line) => JSON.parse(line) as { readonly requestId?: string });

describe('[D-146] sign-in on replicas', () => {
  it('continues at another replica, because all keys are derived', async () => {
    const first = await startApp();
    const second = await startApp({}, first);
    try {
      const account = await makeAccount(first);
      const client = await makeOAuthClient(first, account);
      const visitor = new Visitor(first);
      const { at } = await ask(visitor, authorizePath(client));
      visitor.moveTo(second);
      await visitor.follow(await enterPassword(visitor, at, account.username));
      visitor.moveTo(first);
      const location = await answer(visitor, at, 'allow');
      const code = location.searchParams.get('code') ?? '';
      const { body } = await redeem(second, client, code);
      expect((await apiOf(first, body.access_token).get('/vpcs')).status).toBe(200);
    } finally {
      await second.close();
      await first.close();
    }
  });
});

describe('[D-23] a client’s wrong secrets beyond their limit', () => {
  it('are 429, and no failures in the log', async () => {
    const app = await startApp({}, undefined, logger);
    const client = await makeOAuthClient(app, await makeAccount(app));
    let status = 0;
    for (let attempt = 0; attempt < 21; attempt++)
      ({ status } = await redeem(app, client, 'x', { client_secret: 'wrong' }));
    expect(status).toBe(429);
    expect(failures()).toEqual([]);
    await app.close();
  });
});

describe('[D-34] an unavailable database', () => {
  it('gives a page with 503, and from the token endpoint an OAuth error', async () => {
    const whole = await startApp();
    const database = await cuttable(whole.databaseUrl);
    const app = await startApp({}, { ...whole, databaseUrl: database.url }, logger);
    try {
      const account = await makeAccount(app);
      const client = await makeOAuthClient(app, account);
      const visitor = new Visitor(app);
      const { at } = await ask(visitor, authorizePath(client));
      await database.cut();
      for (const path of [authorizePath(client), at]) {
        const page = await visitor.get(path);
        expect(page.status).toBe(503);
        expect(page.headers.get('retry-after')).toBe('2');
        expect(page.text).toContain('Not available right now');
        expect(page.text).not.toMatch(/database|\bat .*\.js/i);
      }
      expect((await enterPassword(visitor, '/login', account.username)).status).toBe(503);
      const refused = await postForm(app, '/oauth/token', client, { code: 'x' });
      expect(refused).toMatchObject({
        status: 503,
        body: {
          error: 'temporarily_unavailable',
          errors: [{ field: '', reason: 'The service is temporarily unavailable.' }],
        },
      });
      expect(refused.headers.get('retry-after')).toBe('2');
      expect(failures().at(-1)?.requestId).toBe(refused.headers.get('x-request-id'));
    } finally {
      await app.close();
      await whole.close();
    }
  });
});
