import { startApp, type TestApp } from '../support/app.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';
import { query } from '../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const TARGET = `2371 13 2 ${'AB'.repeat(32)}`;

it('[D-293] [D-21] DS records and the last NS record of their name, at the same time: none is left alone', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const path = `/domains/${id}/records`;
  const statuses = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const name = `sub${round}`;
    const ns = { type: 'NS', name };
    const first = done(await client.post(path, { ...ns, target: 'ns1.example.org' }));
    const second = done(await client.post(path, { ...ns, target: 'ns2.example.org' }));
    const add = (tag: number) => client.post(path, { type: 'DS', name, target: `${tag}${TARGET.slice(4)}` });
    const [one, , , other] = await Promise.all([
      add(1),
      client.delete(`${path}/${first.id}`).then(done),
      client.put(`${path}/${second.id}`, { name: `away${round}` }).then(done),
      add(2),
    ]);
    for (const { status } of [one, other]) statuses.add(String(status));
    expect(done(await client.filter(path, { name })).data).toEqual([]);
  }
  // Each DS record was refused, or went again.
  expect([...statuses].every((status) => status === '200' || status === '400')).toBe(true);
  expect(await counts(id)).toEqual({ counted: 12, there: 12 });
});

it('[D-293] domains are delegated at the same time as records of the one above change', async () => {
  const { client } = await makeAccount(app);
  const above = await makeDomain(client);
  const children = await Promise.all(
    ['a', 'b', 'c.a'].map(async (name) => {
      const body = { domain: `${name}.${above.domain}`, type: 'master', soa_email: 'a@example.com' };
      const { id } = done(await client.post('/domains', body));
      done(await client.post(`/domains/${id}/dnssec`));
      await query(app, "UPDATE pdns.signed_zones SET status = 'signed', until = NULL WHERE domain_id = $1", [
        id,
      ]);
      return id as number;
    }),
  );
  const delegate = (id: number) => client.post(`/domains/${id}/dnssec/delegate`).then(done);
  const add = (n: number) =>
    client.post(`/domains/${above.id}/records`, { type: 'A', name: `h${n}`, target: '192.0.2.1' }).then(done);
  await Promise.all([0, 1, 2, 3].flatMap((n) => [...children.map(delegate), add(n)]));
  // Two nameservers and a DS record each: `c.a` is delegated by `a`.
  expect(await counts(above.id)).toEqual({ counted: 10, there: 10 });
  expect(await counts(children[0]!)).toEqual({ counted: 3, there: 3 });
});

/** How many records the domain says that it has, and how many there are. */
async function counts(id: number) {
  const [row] = await query(
    app,
    `SELECT d.record_count AS counted, (SELECT count(*)::integer FROM records r WHERE r.domain_id = d.id) AS there
     FROM domains d WHERE d.id = $1`,
    [id],
  );
  return row;
}
