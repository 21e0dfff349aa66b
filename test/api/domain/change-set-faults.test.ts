import { startApp, type TestApp } from '../../support/app.js';
import { makeDomain } from '../../support/domains.js';
import { makeAccount } from '../../support/makers.js';
import { sendZoneText } from '../../support/zone-text.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const MAX_ENTRIES = 12_000;
const MAX_FAULTS = 1000;
const MAX_FAULT_BYTES = 400;
const DS = `12345 13 2 ${'A'.repeat(64)}`;
const OTHER_DS = `54321 13 2 ${'A'.repeat(64)}`;
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
    expect(errors).toHaveLength(MAX_FAULTS);
    expect(JSON.stringify(answer.body).length / errors.length).toBeLessThan(MAX_FAULT_BYTES);
  });

  it.each<[string, (index: number) => unknown]>([
    ['fields', () => ({ create: invalidService })],
    ['ids that are not there', (index) => ({ delete: 900_000_000 + index })],
    [
      'records that may not stand beside others',
      () => ({ create: { type: 'CNAME', name: 'x', target: 'y' } }),
    ],
  ])(`of %s are ${MAX_FAULTS} at most in one answer, beside those of other members`, async (_, entryOf) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const changes = Array.from({ length: MAX_ENTRIES }, (_, index) => entryOf(index));
    const body = JSON.stringify({ changes, max_deletes: -1 });
    for (const headers of [{}, PROBLEM]) {
      const { status, body: answer } = await client.post(`/domains/${id}/changes`, body, headers);
      expect([status, answer.errors.length]).toEqual([400, MAX_FAULTS + 1]);
      expect(answer.errors.at(-1).field).toBe('max_deletes');
    }
  });

  it(`[D-242] of a zone text are ${MAX_FAULTS} at most`, async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const { status, body } = await sendZoneText(client, id, 'a A x\n'.repeat(MAX_ENTRIES), 'mode=merge');
    expect([status, body.errors.length, body.errors.at(-1).line]).toEqual([400, MAX_FAULTS, MAX_FAULTS]);
  });
});

describe('[D-27] [D-240] the faults of a replaced set', () => {
  it.each([
    ['A', 'a b', 'name', 'Name contains invalid characters'],
    ['A', undefined, 'name', 'name is required'],
    ['CNAME', 5, 'name', 'name is not valid'],
    ['SRV', 'www', 'name', 'name is not valid'],
    [5, 'www', 'type', 'type is not valid'],
  ])('of type %j and name %j include those of its records', async (type, name, field, reason) => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const numbers = { priority: 1, weight: 1, port: 1 };
    const records = [5, { ...numbers, target: 5, ttl_sec: -1 }, numbers];
    const changes = [{ replace: { type, name }, with: records }];
    const { status, body } = await client.post(`/domains/${id}/changes`, { changes });
    expect([status, body.errors]).toEqual([
      400,
      [
        { field: `changes[0].replace.${field}`, reason },
        { field: 'changes[0].with[0]', reason: 'with[0] is not valid' },
        { field: 'changes[0].with[1].target', reason: 'target is not valid' },
        { field: 'changes[0].with[1].ttl_sec', reason: 'Must be 0-2147483647' },
        { field: 'changes[0].with[2].target', reason: 'target is required' },
      ],
    ]);
  });

  it('are one for its name, also when each record has it', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['CNAME', 'www', 'host.example.net']]);
    const records = [{ target: '192.0.2.1' }, { target: '192.0.2.2' }];
    const changes = [
      { replace: { type: 'A', name: 'www' }, with: records },
      { replace: { type: 'CNAME', name: 'x' }, with: [{ target: 'a' }, { target: 'b' }] },
      { replace: { type: 'DS', name: 'y' }, with: [{ target: DS }, { target: OTHER_DS }] },
    ];
    const { status, body } = await client.post(`/domains/${id}/changes`, { changes });
    expect([status, body.errors]).toEqual([
      400,
      [
        { field: 'changes[2].replace.name', reason: 'A DS record needs NS records of the same name.' },
        { field: 'changes[0].replace.name', reason: 'Record conflict - CNAMES must be unique' },
        { field: 'changes[1].replace.name', reason: 'Record conflict - CNAMES must be unique' },
      ],
    ]);
  });
});
