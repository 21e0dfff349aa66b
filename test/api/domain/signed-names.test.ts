import fc from 'fast-check';
import { startApp, type TestApp } from '../../support/app.js';
import type { Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { iterations } from '../../support/iterations.js';
import { done, makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';

const RUNS = iterations('SIGNED_NAMES_RUNS', 12);

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await startApp();
  ({ client } = await makeAccount(app));
});
afterAll(() => app.close());

interface ShownRecord {
  readonly id: number;
  readonly type: string;
  readonly name: string;
}

const NAMES = [
  '',
  'sub',
  'ns.sub',
  'SUB',
  'a.b.sub',
  'b.sub',
  'x.a.b.sub',
  'y.z',
  'z',
  '*.w',
  'subs',
  'a.subs',
];

const change = fc.record({
  kind: fc.constantFrom('create', 'move', 'delete'),
  which: fc.nat(50),
  name: fc.constantFrom(...NAMES),
  type: fc.constantFrom('A', 'TXT', 'NS', 'NS'),
});
const TARGETS = { A: '192.0.2.1', TXT: 'text', NS: 'ns.example.org' };

/** Some are refused or find their record gone: they are sent at once. */
async function apply(
  id: number,
  records: readonly ShownRecord[],
  drawn: typeof change extends fc.Arbitrary<infer T> ? T : never,
) {
  const { kind, which, name } = drawn;
  const record = records[which % Math.max(records.length, 1)];
  const path = `/domains/${id}/records`;
  if (kind === 'create' || !record) {
    const type = name.startsWith('*') ? 'A' : drawn.type;
    return client.post(path, { type, name, target: TARGETS[type] });
  }
  return kind === 'move'
    ? client.put(`${path}/${record.id}`, { name })
    : client.delete(`${path}/${record.id}`);
}

async function recordsOf(id: number): Promise<ShownRecord[]> {
  return done(await client.get(`/domains/${id}/records?page_size=500`)).data;
}

/** Each name that the records make exist, with its place: `at` the topmost delegation above it, `below` it, or neither. */
function namesOf(domain: string, records: readonly ShownRecord[]): [name: string, cut: string][] {
  const withParents = (name: string) => {
    const labels = name === '' ? [] : name.toLowerCase().split('.');
    return [...labels.keys(), labels.length].map((from) => labels.slice(from).join('.'));
  };
  const cuts = records
    .filter(({ type, name }) => type === 'NS' && name !== '')
    .map(({ name }) => name.toLowerCase());
  const names = new Set(['', ...records.flatMap(({ name }) => withParents(name))]);
  return [...names].map((name) => {
    const above = withParents(name)
      .filter((parent) => cuts.includes(parent))
      .at(-1);
    const place = above === undefined ? 'above' : above === name ? 'at' : 'below';
    return [name === '' ? domain : `${name}.${domain}`, place];
  });
}

/** As PowerDNS has them, in the order of the alphabet. */
async function storedNames(id: number): Promise<unknown[][]> {
  const hashed = 'ordername = pdns.nsec3_hash(name) AS hashed';
  const names = await query(
    app,
    `SELECT name, zone_cut, ${hashed} FROM pdns.signed_names WHERE domain_id = $1`,
    [id],
  );
  expect(names.every((row) => row.hashed)).toBe(true);
  return names.map(({ name, zone_cut }) => [name, zone_cut]).sort();
}

it('[D-244] names of a signed zone, and where its delegations cut it, follow changes side by side', async () => {
  const turn = fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 8 }), signs: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 2, maxLength: 6 }), async (turns) => {
      const { id, domain } = await makeDomain(client, [['A', 'x.a.b.sub', '192.0.2.1']]);
      for (const [index, { changes, signs }] of turns.entries()) {
        const before = await recordsOf(id);
        const sends = changes.map((drawn) => apply(id, before, drawn));
        if (signs || index === turns.length - 1) sends.push(client.post(`/domains/${id}/dnssec`));
        const statuses = (await Promise.all(sends)).map(({ status }) => status);
        expect(statuses.filter((status) => ![200, 400, 404].includes(status))).toEqual([]);
      }
      expect(await storedNames(id)).toEqual(namesOf(domain, await recordsOf(id)).sort());
    }),
    { numRuns: RUNS },
  );
});

it('[D-109] [D-244] a name whose only text is too long to serve exists from the change on that shortens it', async () => {
  const { id, domain } = await makeDomain(client, [['TXT', 'long.text', 'short']]);
  done(await client.post(`/domains/${id}/dnssec`));
  const [record] = await recordsOf(id);
  await query(app, `UPDATE records SET target = repeat('a', 65000) WHERE id = $1`, [record!.id]);
  const parent = [`text.${domain}`, 'above'];
  expect(await storedNames(id)).toEqual([[domain, 'above'], parent].sort());
  done(await client.put(`/domains/${id}/records/${record!.id}`, { target: 'short again' }));
  expect(await storedNames(id)).toEqual([[domain, 'above'], [`long.text.${domain}`, 'above'], parent].sort());
});
