import { startApp, type TestApp } from '../../support/app.js';
import { makeDomain } from '../../support/domains.js';
import { makeAccount } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const MAX_ENTRIES = 12_000;
const MAX_FAULT_BYTES = 400;
const PROBLEM = { Accept: 'application/problem+json' };

const unlike = { target: 0, ttl_sec: 'x', priority: 'x', weight: 'x', port: 'x' };
const invalidService = { type: 'SRV', service: 1, protocol: 2, ...unlike };
const ENTRIES: readonly (readonly [string, unknown])[] = [
  ['no object', 1],
  ['an entry without a form', {}],
  ['an entry of two forms', { create: {}, delete: 1 }],
  ['a record that is no object', { create: 1 }],
  ['a record without a type', { create: {} }],
  ['an unknown type', { create: { type: 'SOA' } }],
  ['fields that are not valid', { create: invalidService }],
  ['a tag that is not valid', { create: { type: 'CAA', tag: 1, target: 1 } }],
  ['a set that is no object', { replace: 1, with: 1 }],
  ['a set of an unknown type', { replace: { type: 'SOA' }, with: {} }],
  ['a set whose name is not valid', { replace: { type: 'A', name: 1 }, with: [1] }],
  ['a service name that is not valid', { replace: { type: 'SRV', name: 'x' }, with: [] }],
  ['an id that is not valid', { delete: 'x' }],
  ['an id that is not there', { update: 1, to: {} }],
];

describe('[D-278] the faults of a change set', () => {
  it.each(ENTRIES)(`take at most ${MAX_FAULT_BYTES} bytes each: %s`, async (_, entry) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const changes = Array.from({ length: 1000 }, () => entry);
    const body = JSON.stringify({ changes });
    const answer = await client.post(`/domains/${id}/changes`, body, PROBLEM);
    expect(answer.status).toBe(400);
    const { errors } = answer.body as { errors: object[] };
    expect(errors.length).toBeGreaterThanOrEqual(1000);
    expect(JSON.stringify(answer.body).length / errors.length).toBeLessThan(MAX_FAULT_BYTES);
  });

  it('are 12,000 at most in one answer', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const changes = Array.from({ length: MAX_ENTRIES }, () => ({ create: invalidService }));
    const body = JSON.stringify({ changes });
    for (const headers of [{}, PROBLEM]) {
      const { status, body: answer } = await client.post(`/domains/${id}/changes`, body, headers);
      expect([status, answer.errors.length]).toEqual([400, MAX_ENTRIES]);
    }
  });
});
