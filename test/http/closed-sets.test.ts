import { startApp, type TestApp } from '../support/app.js';
import { platform, type Answer, type Client } from '../support/client.js';
import { makeAccount, makeInstance, next, type TestAccount } from '../support/makers.js';

const PROBLEM = { Accept: 'application/problem+json' };

let app: TestApp;
let account: TestAccount;
let client: Client;
beforeAll(async () => {
  app = await startApp();
  account = await makeAccount(app);
  ({ client } = account);
});
afterAll(() => app.close());

function onlyFault({ body }: Answer): unknown {
  expect(body.errors).toHaveLength(1);
  return body.errors[0];
}

const IN_MOON = { label: 'a', region: 'moon' };

describe('[D-278] the fault of a value outside a closed set lists the set', () => {
  it.each<[string, () => Promise<Answer>]>([
    ['a VPC', () => client.post('/vpcs', IN_MOON, PROBLEM)],
    ['an image', () => client.post('/images/upload', IN_MOON, PROBLEM)],
    [
      'an instance',
      () =>
        platform(app).put(
          `/instances/${next()}`,
          { ...IN_MOON, account_id: account.id, status: 'running' },
          PROBLEM,
        ),
    ],
  ])('the region of %s', async (_title, ask) => {
    expect(onlyFault(await ask())).toMatchObject({
      code: 'value_not_valid',
      field: 'region',
      reason: 'region is not valid',
      allowed: expect.arrayContaining(['us-east', 'br-gru']),
    });
  });

  it('the choice of a type, also when it has the wrong JSON type', async () => {
    const { body } = await client.post('/domains', { domain: 'example.com', type: 1 }, PROBLEM);
    expect(body.errors[0]).toMatchObject({ field: 'type', allowed: ['master', 'slave'] });
  });

  it('a parameter', async () => {
    const { id } = await makeInstance(app, account);
    const answer = await platform(app).delete(`/instances/${id}?keep_image=yes`, PROBLEM);
    expect(onlyFault(answer)).toMatchObject({ field: 'keep_image', in: 'query', allowed: ['true', 'false'] });
  });

  it('the fields of a filter and of an order', async () => {
    const filtered = await client.get('/vpcs', { ...PROBLEM, 'X-Filter': '{"colour": "red"}' });
    expect(onlyFault(filtered)).toMatchObject({
      code: 'filter_field_unknown',
      allowed: ['id', 'label', 'description', 'region', 'created', 'updated'],
    });
    const ordered = await client.get('/domains', { ...PROBLEM, 'X-Filter': '{"+order_by": "tags"}' });
    const { allowed } = onlyFault(ordered) as { allowed: string[] };
    expect(allowed).toContain('domain');
    expect(allowed).not.toContain('tags');
  });
});
