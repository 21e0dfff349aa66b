import { startApp, type TestApp } from '../support/app.js';
import { anonymous, refusal, type Client } from '../support/client.js';
import { makeAccount, makeVpc } from '../support/makers.js';

let app: TestApp;
/** An account with three VPCs, and therefore three events. */
let client: Client;
let ids: number[];
beforeAll(async () => {
  app = await startApp();
  client = (await makeAccount(app)).client;
  ids = [];
  for (let i = 0; i < 3; i++) ids.push((await makeVpc(client)).id);
});
afterAll(() => app.close());

const REGIONS = 31;
const MAX_PAGE = 9007199254740991;

describe('page and page_size', () => {
  it('[D-04] [D-05] [D-07] by default: the first 100, by id, with the correct totals', async () => {
    const { status, body } = await client.get('/vpcs');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['data', 'page', 'pages', 'results']);
    expect(body).toMatchObject({ page: 1, pages: 1, results: 3 });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids);
  });

  it.each([
    ['page=1&page_size=2', [0, 1], { page: 1, pages: 2, results: 3 }],
    ['page=2&page_size=2', [2], { page: 2, pages: 2, results: 3 }],
    ['page=3&page_size=2', [], { page: 3, pages: 2, results: 3 }],
    ['page_size=1', [0], { page: 1, pages: 3, results: 3 }],
    ['page_size=3', [0, 1, 2], { page: 1, pages: 1, results: 3 }],
    ['page_size=500', [0, 1, 2], { page: 1, pages: 1, results: 3 }],
    [`page=${MAX_PAGE}&page_size=500`, [], { page: MAX_PAGE, pages: 1, results: 3 }],
  ])('[D-04] [D-05] ?%s', async (query, places, counts) => {
    const { status, body } = await client.get(`/vpcs?${query}`);
    expect(status).toBe(200);
    expect(body).toEqual({ data: expect.anything(), ...counts });
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual(places.map((place) => ids[place]));
  });

  it('[D-07] nothing found: one empty page', async () => {
    const { body } = await (await makeAccount(app)).client.get('/vpcs');
    expect(body).toEqual({ data: [], page: 1, pages: 1, results: 0 });
  });

  it('[D-07] events are newest first', async () => {
    const { body } = await client.get('/account/events');
    const found = body.data.map(({ id }: { id: number }) => id);
    expect(found).toHaveLength(3);
    expect(found).toEqual([...found].sort((a, b) => b - a));
  });

  const PAGE = `Must be 1-${MAX_PAGE}`;
  it.each([
    ['page=0', 'page', PAGE],
    ['page=-1', 'page', PAGE],
    ['page=1.0', 'page', PAGE],
    ['page=1e2', 'page', PAGE],
    ['page=', 'page', PAGE],
    ['page', 'page', PAGE],
    ['page=one', 'page', PAGE],
    ['page=%201', 'page', PAGE],
    ['page=%2B1', 'page', PAGE],
    ['page=1&page=1', 'page', PAGE],
    ['page=9007199254740992', 'page', PAGE],
    ['page=99999999999999999999', 'page', PAGE],
    ['page_size=0', 'page_size', 'Must be 1-500'],
    ['page_size=501', 'page_size', 'Must be 1-500'],
    ['page_size=-5', 'page_size', 'Must be 1-500'],
    ['page_size=', 'page_size', 'Must be 1-500'],
    ['page_size=abc', 'page_size', 'Must be 1-500'],
    ['page_size=5&page_size=6', 'page_size', 'Must be 1-500'],
  ])('[D-06] ?%s is refused', async (query, field, reason) => {
    for (const path of ['/vpcs', '/regions', '/account/events']) {
      const { status, body } = await client.get(`${path}?${query}`);
      expect({ status, body }).toEqual({ status: 400, body: refusal(field, reason) });
    }
  });

  it('[D-06] [D-27] both, and the filter, at once', async () => {
    const { body } = await client.get('/vpcs?page=0&page_size=0', { 'X-Filter': '{' });
    expect(body.errors).toEqual([
      { field: 'page', reason: PAGE },
      { field: 'page_size', reason: 'Must be 1-500' },
      { field: 'X-Filter', reason: 'Filter not valid JSON' },
    ]);
  });

  it.each([
    'sort=label',
    'PAGE=0',
    'page[]=0',
    'page_size[a]=0',
    '__proto__=1',
    'page%00=0',
    '%zz=1',
    'x=%zz',
  ])('[D-06] ?%s is ignored', async (query) => {
    expect((await client.get(`/vpcs?${query}`)).body.results).toBe(3);
  });

  it('[D-06] other endpoints ignore the query', async () => {
    expect((await client.get(`/vpcs/${ids[0]}?page=0`, { 'X-Filter': '{' })).status).toBe(200);
    expect((await client.put(`/vpcs/${ids[0]}?page=0`, {}, { 'X-Filter': '{' })).status).toBe(200);
  });
});

describe('GET /regions', () => {
  it('[D-161] [D-162] [D-270] shows the table without a credential, by id', async () => {
    const { status, body } = await anonymous(app).get('/regions');
    expect(status).toBe(200);
    expect(body).toMatchObject({ page: 1, pages: 1, results: REGIONS });
    const found = body.data.map(({ id }: { id: string }) => id);
    expect(found).toEqual([...found].sort());
    expect(body.data.find(({ id }: { id: string }) => id === 'gb-lon')).toEqual({
      id: 'gb-lon',
      label: 'London 2, UK',
      country: 'gb',
      capabilities: ['VPCs', 'Images'],
      status: 'ok',
      resolvers: { ipv4: '', ipv6: '' },
      site_type: 'core',
    });
  });

  it('[D-161] shows one region', async () => {
    expect((await anonymous(app).get('/regions/us-east')).body).toMatchObject({
      id: 'us-east',
      label: 'Newark, NJ',
    });
    expect((await anonymous(app).get('/regions/US-EAST')).status).toBe(404);
  });

  it('[D-35] filters anonymously too', async () => {
    const { body } = await anonymous(app).filter('/regions', { country: 'jp' });
    expect(body).toMatchObject({ pages: 1, results: 3 });
  });
});
