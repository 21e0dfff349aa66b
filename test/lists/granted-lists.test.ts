import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount, makeRestricted, makeVpc } from '../support/makers.js';
import { listed, narrow } from '../support/narrowed.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const MAKERS = {
  domain: async (client: Client) => (await makeDomain(client)).id as number,
  vpc: async (client: Client) => (await makeVpc(client)).id as number,
};

describe.each(['domain', 'vpc'] as const)('the list of each %s that a caller may see', (kind) => {
  const path = `/${kind}s`;
  let ids: number[];
  /** Callers who may see all of them, the first two, and the first and the third. */
  let callers: Record<string, Client>;
  beforeAll(async () => {
    const account = await makeAccount(app);
    ids = [];
    for (let n = 0; n < 4; n++) ids.push(await MAKERS[kind](account.client));
    const [first, second, third] = ids;
    const grants = [first, second].map((id) => ({ id, permissions: 'read_only' }));
    const restricted = (await makeRestricted(app, account, { [kind]: grants })).client;
    const named = kind === 'domain' ? { domains: [{ id: first }, { id: third }] } : { vpcs: [first, third] };
    callers = {
      owner: account.client,
      restricted,
      narrowed: await narrow(app, account.client, named),
    };
  });

  const cases = [
    ['owner', [0, 1, 2, 3]],
    ['restricted', [0, 1]],
    ['narrowed', [0, 2]],
  ] as const;

  it.each(cases)('[D-45] [D-237] has these for the %s', async (name, positions) => {
    const visible = positions.map((position) => ids[position]);
    const client = callers[name]!;
    expect(await listed(client, path, 'id')).toEqual([visible, visible.length]);
    expect(await listed(client, `${path}?page=9`, 'id')).toEqual([[], visible.length]);
  });

  it.each(cases)('[D-07] [D-236] has filters, orders and cursors for the %s', async (name, positions) => {
    const visible = positions.map((position) => ids[position]);
    const client = callers[name]!;
    const descending = { '+order_by': 'id', '+order': 'desc' };
    expect(await listed(client, path, 'id', descending)).toEqual([[...visible].reverse(), visible.length]);
    expect(await listed(client, path, 'id', { id: { '+gt': ids[0] } })).toEqual([
      visible.slice(1),
      visible.length - 1,
    ]);
    const found: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const part: { data: { id: number }[]; next_cursor: string | null } = done(
        await client.get(`${path}?cursor=${cursor}&page_size=1`),
      );
      found.push(...part.data.map(({ id }) => id));
      cursor = part.next_cursor;
    }
    expect(found).toEqual(visible);
  });
});
