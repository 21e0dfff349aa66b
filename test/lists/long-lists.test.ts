import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { Database } from '../../src/database/database.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeLongDomain } from '../support/domains.js';
import { done, makeAccount, makeVpc, type TestAccount } from '../support/makers.js';

let app: TestApp;
let account: TestAccount;
let path: string;
/** 100 records of 6,000 characters. */
beforeAll(async () => {
  app = await startApp();
  account = await makeAccount(app);
  path = `/domains/${await makeLongDomain(app, account.client, 100, 6000)}/records`;
});
afterAll(() => app.close());

const ask = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${app.url}/v4${path}${query}`, {
    method,
    headers: { Authorization: `Bearer ${account.client.token}`, ...headers },
  });
const memory = () => app.app.get(Database).unreadAnswers;

describe('[D-283] a long list', () => {
  it.each(['', '?page_size=500', '?page=1&page_size=99', '?cursor='])(
    'is the same JSON as a short one, with its length: %s',
    async (query) => {
      const answer = await ask(query);
      const text = await answer.text();
      const body = JSON.parse(text);
      expect(text).toBe(JSON.stringify(body));
      expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
      expect(answer.headers.get('etag')).toBeNull();
      expect(body.data.length).toBeGreaterThan(98);
      expect([answer.headers.get('content-type'), ...Object.keys(body)]).toEqual(
        query.includes('cursor')
          ? ['application/json; pagination=cursor', 'data', 'next_cursor']
          : ['application/json', 'data', 'page', 'pages', 'results'],
      );
    },
  );

  it('[D-231] has the tag of its bytes with If-None-Match, and is 304 for that tag', async () => {
    const answer = await ask('', { 'If-None-Match': '"x"' });
    const tag = answer.headers.get('etag')!;
    expect(tag).toBe(
      `"${createHash('sha256')
        .update(await answer.text())
        .digest('base64url')}"`,
    );
    const again = await ask('', { 'If-None-Match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('has the same headers for HEAD', async () => {
    const [get, head] = [await ask(''), await ask('', {}, 'HEAD')];
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect([await head.text(), (await get.text()).length]).toEqual([
      '',
      Number(get.headers.get('content-length')),
    ]);
  });

  it('is 200 for each of 32 concurrent requests, and leaves nothing in memory', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => account.client.get(path)));
    expect(answers.map(({ status }) => status)).toEqual(Array(32).fill(200));
    const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)));
    expect(bodies.size).toBe(1);
    while (memory().bytes > 0) await new Promise(setImmediate);
  });

  it('is not read while unread responses fill the memory; other requests succeed', async () => {
    const vpc = await makeVpc(account.client);
    let close = () => undefined as void;
    const unread = { once: (_: string, listener: () => void) => void (close = listener as () => undefined) };
    memory().hold(unread as unknown as ServerResponse, 'somebody', 256 * 1024 * 1024);
    let isAnswered = false;
    const list = account.client.get(path).finally(() => (isAnswered = true));
    done(await account.client.get(`/vpcs/${vpc.id}`));
    done(await account.client.put(`/vpcs/${vpc.id}`, { label: 'other' }));
    expect(isAnswered).toBe(false);
    close();
    done(await list);
  });
});
