import { CATALOGUE, type Code } from '../../src/shared/errors/catalogue.js';
import { startApp, type TestApp } from '../support/app.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('[D-234] /docs/errors', () => {
  const pageOf = async (path: string) => {
    const response = await fetch(`${app.url}/docs/errors${path}`);
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const escaped = (sentence: string) =>
    sentence.replaceAll('`', '').replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  const plain = (html: string) => html.replaceAll(/<\/?code>/g, '');

  it.each(Object.keys(CATALOGUE) as Code[])(
    'has a page for %s: title, explanation and remedy',
    async (code) => {
      const { status, headers, html } = await pageOf(`/${code}`);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const { reason, title, explanation, remedy } = CATALOGUE[code];
      for (const sentence of [reason, title, explanation, remedy])
        expect(plain(html)).toContain(escaped(sentence));
    },
  );

  it('[D-159] has an index of all pages, with the security headers', async () => {
    const { html, headers } = await pageOf('');
    for (const code of Object.keys(CATALOGUE)) expect(html).toContain(`href="/docs/errors/${code}"`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });

  it.each(['/nothing', '/constructor', '/vpc_in_use/x', '/%zz'])('has no page %s', async (path) => {
    expect((await pageOf(path)).status).toBe(404);
  });

  it('can be read, not changed', async () => {
    const { status } = await fetch(`${app.url}/docs/errors/not_found`, { method: 'POST' });
    expect(status).toBe(405);
  });
});
