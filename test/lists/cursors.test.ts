import fc from 'fast-check';
import { startApp, type TestApp } from '../support/app.js';
import { anonymous, refusal, type Client } from '../support/client.js';
import {
  done,
  makeAccount,
  makeInstance,
  makeRestricted,
  makeVpc,
  next,
  type TestAccount,
} from '../support/makers.js';
import { query } from '../support/sql.js';

let app: TestApp;
let account: TestAccount;
let client: Client;
let ids: number[];
beforeAll(async () => {
  app = await startApp();
  account = await makeAccount(app);
  ({ client } = account);
  ids = [];
  for (let i = 0; i < 5; i++) ids.push((await makeVpc(client, { label: `net-${i}` })).id);
});
afterAll(() => app.close());

const idsOf = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id);
const at = (path: string, cursor: string, size = 2) => `${path}?cursor=${cursor}&page_size=${size}`;

async function firstCursor(path = '/vpcs', headers = {}): Promise<string> {
  return done(await client.get(at(path, ''), headers)).next_cursor as string;
}

describe('a cursor', () => {
  it('[D-236] reads the list in its order, and its last response has a null cursor', async () => {
    const one = done(await client.get(at('/vpcs', '')));
    expect(Object.keys(one)).toEqual(['data', 'next_cursor']);
    const two = done(await client.get(at('/vpcs', one.next_cursor)));
    const three = done(await client.get(at('/vpcs', two.next_cursor)));
    expect([one, two, three].map(idsOf)).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)]);
    expect(three.next_cursor).toBeNull();
  });

  it('[D-296] has a media type of its own', async () => {
    const types = await Promise.all([client.get(at('/vpcs', '')), client.get('/vpcs')]);
    expect(types.map(({ headers }) => headers.get('Content-Type'))).toEqual([
      'application/json; pagination=cursor',
      'application/json',
    ]);
  });

  it('[D-236] is null when the list ends with the response', async () => {
    expect(done(await client.get(at('/vpcs', '', 5)))).toMatchObject({
      data: { length: 5 },
      next_cursor: null,
    });
    expect(done(await client.get(at('/vpcs', '', 4))).next_cursor).not.toBeNull();
    const empty = (await makeAccount(app)).client;
    expect(done(await empty.get('/vpcs?cursor='))).toEqual({ data: [], next_cursor: null });
  });

  it('[D-05] [D-236] reads 100 items by default, and another size at each step', async () => {
    expect(idsOf(done(await client.get('/vpcs?cursor=')))).toEqual(ids);
    const { data } = done(await client.get(at('/vpcs', await firstCursor(), 1)));
    expect(idsOf({ data })).toEqual([ids[2]]);
  });

  it('[D-236] reads the filtered items', async () => {
    const filter = { 'X-Filter': JSON.stringify({ label: { '+neq': 'net-1' } }) };
    const one = done(await client.get(at('/vpcs', ''), filter));
    const two = done(await client.get(at('/vpcs', one.next_cursor), filter));
    expect([...idsOf(one), ...idsOf(two)]).toEqual(ids.filter((_, place) => place !== 1));
    expect(two.next_cursor).toBeNull();
  });

  it.each([
    ['/vpcs', 'desc'],
    ['/vpcs', 'asc'],
    ['/account/events', 'asc'],
    ['/images', 'desc'],
    ['/regions', 'desc'],
  ])('[D-215] [D-236] reads %s in the direction of +order: %s', async (path, direction) => {
    const filter = { 'X-Filter': JSON.stringify({ '+order': direction }) };
    const found: unknown[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const body = done(await client.get(at(path, cursor, 3), filter));
      found.push(...body.data);
      cursor = body.next_cursor;
    }
    expect(found).toEqual(done(await client.get(`${path}?page_size=500`, filter)).data);
  });

  it('[D-236] can begin anonymously, if the list can be read so', async () => {
    const one = done(await anonymous(app).get(at('/regions', '', 30)));
    const two = done(await anonymous(app).get(at('/regions', one.next_cursor, 30)));
    expect([one.data.length, two.data.length]).toEqual([30, 1]);
  });

  it('[D-236] stays valid after the deletion of its row', async () => {
    const cursor = await firstCursor();
    const { id } = await makeVpc(client);
    await client.delete(`/vpcs/${ids[1]}`);
    ids.splice(1, 1);
    expect(idsOf(done(await client.get(at('/vpcs', cursor, 500))))).toEqual([...ids.slice(1), id]);
    await client.delete(`/vpcs/${id}`);
  });

  it('[D-221] [D-236] is valid at a replica with a new key, and under the alias /v4beta', async () => {
    const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
    const replica = await startApp({ ENCRYPTION_KEY: `2:${key(8)},1:${key(7)}` }, app);
    try {
      const cursor = await firstCursor();
      const response = await fetch(`${replica.url}/v4beta${at('/vpcs', cursor)}`, {
        headers: { Authorization: `Bearer ${client.token}` },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('link')).toMatch('</v4beta/vpcs?cursor=&page_size=2>; rel="first"');
    } finally {
      await replica.close();
    }
  });
});

describe('a cursor is refused', () => {
  const COMBINED = refusal('cursor', "A cursor can't be combined with page or +order_by.");
  const NOT_VALID = refusal('cursor', 'The cursor is not one of this list.');
  const order = { 'X-Filter': '{"+order_by": "label"}' };

  it.each([
    ['with page', '/vpcs?cursor=&page=1', {}],
    ['with +order_by', '/vpcs?cursor=', order],
    ['with both', '/vpcs?cursor=&page=2', order],
  ])('[D-236] %s', async (_reason, path, headers) => {
    expect(await client.get(path, headers)).toMatchObject({ status: 400, body: COMBINED });
  });

  it.each(['x', '0', '%00', 'AAAA', '%F0%9F%8C%8D', 'A'.repeat(8000), '&cursor='])(
    '[D-236] that the service has not made: %s',
    async (cursor) => {
      expect(await client.get(`/vpcs?cursor=${cursor}`)).toMatchObject({ status: 400, body: NOT_VALID });
    },
  );

  it('[D-236] when one of its characters differs', async () => {
    const cursor = await firstCursor();
    for (let place = 0; place < cursor.length; place++) {
      const other = cursor[place] === 'A' ? 'B' : 'A';
      const changed = cursor.slice(0, place) + other + cursor.slice(place + 1);
      expect(await client.get(at('/vpcs', changed))).toMatchObject({ status: 400, body: NOT_VALID });
    }
    for (const changed of [`${cursor}=`, `${cursor}.`, cursor.slice(0, -1), ` ${cursor}`]) {
      expect(await client.get(at('/vpcs', changed))).toMatchObject({ status: 400, body: NOT_VALID });
    }
  });

  it('[D-236] on another path, with another filter, and by another user', async () => {
    const cursor = await firstCursor();
    const colleague = (await makeRestricted(app, account)).client;
    const stranger = (await makeAccount(app)).client;
    for (const answer of [
      await client.get(at('/domains', cursor)),
      await client.get(at('/vpcs', cursor), { 'X-Filter': '{"label": "net-1"}' }),
      await colleague.get(at('/vpcs', cursor)),
      await stranger.get(at('/vpcs', cursor)),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: NOT_VALID });
    }
  });

  it('[D-27] [D-236] together with the other faults of the query', async () => {
    const { body } = await client.get('/vpcs?page=0&page_size=0&cursor=x', { 'X-Filter': '{' });
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'page',
      'page_size',
      'cursor',
      'X-Filter',
    ]);
  });
});

/** A list, how to identify its rows, and how others change it. */
interface Changing {
  readonly path: string;
  nameOf(row: Record<string, unknown>): string;
  insert(): Promise<unknown>;
  remove(name: string): Promise<unknown>;
}

/** The events during one page: its size, and the rows that others insert and delete. */
const step = fc.record({
  size: fc.integer({ min: 1, max: 4 }),
  inserts: fc.integer({ min: 0, max: 2 }),
  removes: fc.array(fc.nat(20), { maxLength: 2 }),
});

describe('[D-236] while others insert and delete, a cursor finds each remaining row once', () => {
  const lists: Record<string, () => Promise<Changing>> = {
    async VPCs() {
      const mine = (await makeAccount(app)).client;
      return listOf(mine, '/vpcs', { label: 'net', region: 'us-east' });
    },
    async 'SSH keys'() {
      const mine = (await makeAccount(app)).client;
      return listOf(mine, '/profile/sshkeys', { ssh_key: 'ssh-rsa AAAA' });
    },
    async records() {
      const mine = (await makeAccount(app)).client;
      const domain = { domain: `d${next()}.example`, type: 'master', soa_email: 'a@example.com' };
      const { id } = done(await mine.post('/domains', domain));
      return listOf(mine, `/domains/${id}/records`, { type: 'A', name: 'www', target: '192.0.2.1' });
    },
    'addresses of VPCs': addresses,
    'events, the newest first': events,
  };

  let reader: Client;
  function listOf(mine: Client, path: string, body: object): Changing {
    reader = mine;
    return {
      path,
      nameOf: ({ id }) => String(id),
      insert: async () => done(await mine.post(path, body)),
      remove: (name) => mine.delete(`${path}/${name}`),
    };
  }

  /** Rows are inserted and deleted in the middle of this list. */
  async function addresses(): Promise<Changing> {
    const mine = await makeAccount(app);
    const vpc = await makeVpc(mine.client, { subnets: 2 });
    reader = mine.client;
    const free = Array.from({ length: 240 }, (_, place) => (place * 97) % 240);
    return {
      path: '/networking/vpcs/ips',
      nameOf: (row) => `${row.linode_id ?? row.instance_id}`,
      insert: async () => {
        const place = free.pop()!;
        const subnet = vpc.subnets[place % 2];
        const ipv4 = { vpc: `10.0.${1 + (place % 2)}.${2 + Math.floor(place / 2)}` };
        return makeInstance(app, mine, [{ subnet_id: subnet.id, ipv4 }]);
      },
      remove: (name) => query(app, 'DELETE FROM instances WHERE id = $1', [name]),
    };
  }

  async function events(): Promise<Changing> {
    const mine = await makeAccount(app);
    reader = mine.client;
    return {
      path: '/account/events',
      nameOf: ({ id }) => String(id),
      insert: () => makeVpc(mine.client),
      remove: (name) => query(app, 'DELETE FROM events WHERE id = $1', [name]),
    };
  }

  it.each(Object.keys(lists))('%s', async (name) => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 12 }),
        fc.array(step, { maxLength: 8 }),
        async (rows, steps) => {
          const list = await lists[name]!();
          for (let row = 0; row < rows; row++) await list.insert();
          const staying = new Set(await allOf(list));
          const found: string[] = [];
          let cursor: string | null = '';
          for (let turn = 0; cursor !== null; turn++) {
            const { size, inserts, removes } = steps[turn] ?? { size: 5, inserts: 0, removes: [] };
            const gone = removes.map((place) => [...staying][place]).filter((row) => row !== undefined);
            gone.forEach((row) => staying.delete(row));
            const [answer] = await Promise.all([
              reader.get(`${list.path}?cursor=${cursor}&page_size=${size}`),
              ...Array.from({ length: inserts }, () => list.insert()),
              ...new Set(gone.map((row) => list.remove(row))),
            ]);
            const page = done(answer) as { data: Record<string, unknown>[]; next_cursor: string | null };
            found.push(...page.data.map((row) => list.nameOf(row)));
            cursor = page.next_cursor;
          }
          expect(new Set(found).size).toBe(found.length);
          expect(found.filter((row) => staying.has(row))).toEqual([...staying]);
        },
      ),
      { numRuns: 12 },
    );
  });

  async function allOf(list: Changing): Promise<string[]> {
    const { data } = done(await reader.get(`${list.path}?page_size=500`)) as {
      data: Record<string, unknown>[];
    };
    return data.map((row) => list.nameOf(row));
  }
});
