import { startApp, type TestApp } from '../support/app.js';
import { anonymous, Client, NOT_FOUND, refusal, type Answer } from '../support/client.js';
import { done, makeAccount, makeVpc, next } from '../support/makers.js';
import { query } from '../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const CHANGED = refusal('If-Match', 'The resource has changed.');
const TAG = /^"[\w-]{43}"$/;
const WRITERS = 64;

function tagOf({ headers }: Answer): string {
  return headers.get('etag') ?? '';
}

async function makeDomain(client: Client) {
  return done(
    await client.post('/domains', {
      domain: `d${next()}.example.com`,
      type: 'master',
      soa_email: 'a@example.com',
    }),
  );
}

describe('ETag', () => {
  const objects: [string, (client: Client) => Promise<string>][] = [
    ['a VPC', async (client) => `/vpcs/${(await makeVpc(client)).id}`],
    ['the profile', () => Promise.resolve('/profile')],
    ['a domain', async (client) => `/domains/${(await makeDomain(client)).id}`],
    ['a zone file', async (client) => `/domains/${(await makeDomain(client)).id}/zone-file`],
    ['preferences', () => Promise.resolve('/profile/preferences')],
    ['security questions', () => Promise.resolve('/profile/security-questions')],
    ['a region, without a token', () => Promise.resolve('/regions/us-east')],
  ];

  it.each(objects)('[D-231] %s has a strong one, and is 304 with it', async (_, make) => {
    const { client } = await makeAccount(app);
    const path = await make(client);
    const first = await client.get(path);
    expect(tagOf(first)).toMatch(TAG);

    const again = await client.get(path, { 'If-None-Match': `"other", W/${tagOf(first)}` });

    expect([again.status, again.body, tagOf(again)]).toEqual([304, undefined, tagOf(first)]);
    expect((await client.get(path, { 'If-None-Match': '"other"' })).body).toEqual(first.body);
  });

  it('[D-231] changes only with the object', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    const before = tagOf(await client.get(`/vpcs/${id}`));
    expect(tagOf(await client.get(`/vpcs/${id}`))).toBe(before);
    done(await client.put(`/vpcs/${id}`, { label: 'other' }));
    expect(tagOf(await client.get(`/vpcs/${id}`))).not.toBe(before);
  });

  it('[D-231] a list has one when the request has If-None-Match', async () => {
    const { client } = await makeAccount(app);
    expect(tagOf(await client.get('/vpcs'))).toBe('');
    const tag = tagOf(await client.get('/vpcs', { 'If-None-Match': '"none"' }));
    expect(tag).toMatch(TAG);
    expect((await client.get('/vpcs', { 'If-None-Match': tag })).status).toBe(304);
    await makeVpc(client);
    expect((await client.get('/vpcs', { 'If-None-Match': tag })).status).toBe(200);
  });

  it('[D-231] a HEAD has that of the GET', async () => {
    const { client } = await makeAccount(app);
    const tag = tagOf(await client.get('/profile'));
    const head = await client.send('HEAD', '/profile');
    expect([head.status, tagOf(head)]).toEqual([200, tag]);
    expect((await client.send('HEAD', '/profile', undefined, { 'If-None-Match': tag })).status).toBe(304);
  });

  it('[D-231] a refusal has none, and is never 304', async () => {
    const answer = await anonymous(app).get('/profile', { 'If-None-Match': '*' });
    expect([answer.status, tagOf(answer)]).toEqual([401, '']);
  });
});

describe('If-Match', () => {
  const objects: [string, (client: Client) => Promise<{ path: string; body: () => object }>][] = [
    ['a VPC', async (client) => ({ path: `/vpcs/${(await makeVpc(client)).id}`, body: label })],
    [
      'a subnet',
      async (client) => {
        const { id, subnets } = await makeVpc(client, { subnets: 1 });
        return { path: `/vpcs/${id}/subnets/${subnets[0].id}`, body: label };
      },
    ],
    [
      'the profile',
      () => Promise.resolve({ path: '/profile', body: () => ({ email: `${next()}@example.com` }) }),
    ],
    ['preferences', () => Promise.resolve({ path: '/profile/preferences', body: () => ({ n: next() }) })],
    [
      'a domain',
      async (client) => ({
        path: `/domains/${(await makeDomain(client)).id}`,
        body: () => ({ description: `text ${next()}` }),
      }),
    ],
    [
      'a record',
      async (client) => {
        const { id } = await makeDomain(client);
        const record = done(
          await client.post(`/domains/${id}/records`, { type: 'TXT', name: 'x', target: 'a' }),
        );
        return { path: `/domains/${id}/records/${record.id}`, body: () => ({ target: `text ${next()}` }) };
      },
    ],
  ];

  it.each(objects)('[D-231] of 64 changes of %s with one tag, one succeeds', async (_, make) => {
    const { client } = await makeAccount(app);
    const { path, body } = await make(client);
    const tag = tagOf(await client.get(path));

    const answers = await Promise.all(
      Array.from({ length: WRITERS }, () => client.put(path, body(), { 'If-Match': tag })),
    );

    const changed = answers.filter(({ status }) => status === 200);
    expect(changed).toHaveLength(1);
    for (const answer of answers)
      if (answer !== changed[0]) expect(answer).toMatchObject({ status: 412, body: CHANGED });
    expect((await client.get(path)).body).toEqual(changed[0]!.body);
  });

  it.each(objects)('[D-231] %s changes by its tag, by one of several, and by *', async (_, make) => {
    const { client } = await makeAccount(app);
    const { path, body } = await make(client);
    for (const header of ['TAG', '"other", TAG', '*']) {
      const tag = tagOf(await client.get(path));
      done(await client.put(path, body(), { 'If-Match': header.replace('TAG', tag) }));
    }
  });

  it.each(['"other"', 'W/TAG', 'other', ''])(
    '[D-231] %j is not the tag: 412, and nothing changes',
    async (header) => {
      const account = await makeAccount(app);
      const { client } = account;
      const { id } = await makeVpc(client);
      const before = await client.get(`/vpcs/${id}`);
      const headers = { 'If-Match': header.replace('TAG', tagOf(before)) };

      expect(await client.put(`/vpcs/${id}`, { label: 'x' }, headers)).toMatchObject({
        status: 412,
        body: CHANGED,
      });
      expect(await client.delete(`/vpcs/${id}`, headers)).toMatchObject({ status: 412, body: CHANGED });

      expect((await client.get(`/vpcs/${id}`)).body).toEqual(before.body);
      const events = await query(app, 'SELECT action FROM events WHERE account_id = $1', [account.id]);
      expect(events).toEqual([{ action: 'vpc_create' }]);
    },
  );

  it('[D-231] a delete accepts the tag, and a deleted object stays 404', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    const headers = { 'If-Match': tagOf(await client.get(`/vpcs/${id}`)) };
    done(await client.delete(`/vpcs/${id}`, headers));
    expect(await client.delete(`/vpcs/${id}`, headers)).toMatchObject({ status: 404, body: NOT_FOUND });
  });

  it('[D-231] refusals without a check of the body come before 412, and those of the body after it', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeVpc(client);
    const headers = { 'If-Match': '"other"' };
    expect((await anonymous(app).put(`/vpcs/${id}`, {}, headers)).status).toBe(401);
    expect((await client.put(`/vpcs/${id}`, { label: 1 }, headers)).status).toBe(412);
    expect((await client.put(`/vpcs/${id}`, { label: 1 }, { 'If-Match': '*' })).status).toBe(400);
  });

  it('[D-231] an object that no GET shows has no tag', async () => {
    const { client } = await makeAccount(app);
    expect((await client.delete('/profile/phone-number', { 'If-Match': '*' })).status).toBe(412);
  });
});

function label() {
  return { label: `label-${next()}` };
}
