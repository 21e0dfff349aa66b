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

describe('[D-34] an unavailable database', () => {
  it('gives a page with 503, and from the token endpoint an OAuth error', async () => {
    const whole = await startApp();
    const database = await cuttable(whole.databaseUrl);
    const app = await startApp({}, { ...whole, databaseUrl: database.url });
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
    } finally {
      await app.close();
      await whole.close();
    }
  });
});
