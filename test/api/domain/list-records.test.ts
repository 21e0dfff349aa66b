import { startApp, type TestApp } from '../../support/app.js';
import { makeDomain } from '../../support/domains.js';
import { makeAccount } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

describe('GET /domains/{domainId}/records', () => {
  it('[D-04] [D-07] pages by id, up to the last page and beyond it', async () => {
    const { client } = await makeAccount(app);
    const names = ['a', 'b', 'c', 'd', 'e'];
    const { id } = await makeDomain(
      client,
      names.map((name) => ['A', name, '192.0.2.1'] as const),
    );
    const page = async (number: number) =>
      (await client.get(`/domains/${id}/records?page_size=2&page=${number}`)).body;
    for (const [number, expected] of [
      [1, ['a', 'b']],
      [2, ['c', 'd']],
      [3, ['e']],
      [4, []],
      [9007199254740991, []],
    ] as const) {
      const body = await page(number);
      expect(body).toMatchObject({ page: number, pages: 3, results: 5 });
      expect(body.data.map(({ name }: { name: string }) => name)).toEqual(expected);
    }
  });

  it('[D-36] filters and orders', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [
      ['A', 'b', '192.0.2.1', { ttl_sec: 300 }],
      ['MX', 'a', 'mail', { priority: 5 }],
      ['CAA', '', 'ca.example.org', { tag: 'issue' }],
    ]);
    const names = async (filter: object) =>
      (await client.filter(`/domains/${id}/records`, filter)).body.data.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names({ type: 'A' })).toEqual(['b']);
    expect(await names({ target: { '+contains': 'CA.' } })).toEqual(['']);
    expect(await names({ tag: null })).toEqual(['b', 'a']);
    expect(await names({ '+order_by': 'name', '+order': 'desc' })).toEqual(['b', 'a', '']);
    expect(await names({ '+or': [{ priority: 5 }, { ttl_sec: { '+gt': 0 } }] })).toEqual(['b', 'a']);
  });
});
