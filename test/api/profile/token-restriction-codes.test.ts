import { startApp, type TestApp } from '../../support/app.js';
import { done, makeAccount, next } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

it('[D-234] [D-237] a refused restriction has a code of its own', async () => {
  const { client } = await makeAccount(app);
  const domain = `codes-${next()}.example`;
  done(await client.post('/domains', { domain, type: 'master', soa_email: 'a@example.com' }));
  const codeOf = async (body: object) => {
    const answer = await client.post('/profile/tokens', body, { Accept: 'application/problem+json' });
    return (answer.body.errors as { code: string }[])[0]!.code;
  };
  const names = Array.from({ length: 101 }, (_, index) => `n${index}`);
  expect(await codeOf({ domain })).toBe('domain_without_preset');
  expect(await codeOf({ preset: 'acme', domain, restrictions: {} })).toBe('restrictions_given_twice');
  expect(await codeOf({ preset: 'acme', domain, scopes: '*' })).toBe('preset_scopes');
  expect(await codeOf({ restrictions: { domains: [{ domain, names }] } })).toBe('restrictions_too_long');
});
