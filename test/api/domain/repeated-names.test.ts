import { startApp, type TestApp } from '../../support/app.js';
import { type Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

type Row = Record<string, unknown> & { id: number };

async function recordsOf(client: Client, id: number): Promise<Row[]> {
  return done(await client.get(`/domains/${id}/records`)).data;
}

async function shown(client: Client, id: number) {
  return (await recordsOf(client, id)).map(({ type, name, target }) => [type, name, target]);
}

const change = (client: Client, id: number, ...changes: object[]) =>
  client.post(`/domains/${id}/changes`, { changes });

describe('[D-100] a name that has the domain twice at its end', () => {
  it('loses the first one only: a set of it is not that of the apex', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, [['A', '', '192.0.2.1']]);
    const set = {
      replace: { type: 'A', name: `${domain}.${domain}` },
      with: [{ target: '192.0.2.2' }],
    };
    expect((await change(client, id, set)).status).toBe(200);
    expect((await change(client, id, set)).body).toMatchObject({ id: null });
    expect(await shown(client, id)).toEqual([
      ['A', '', '192.0.2.1'],
      ['A', domain, '192.0.2.2'],
    ]);
  });

  it('stays when other fields of the record change', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, [['CNAME', 'a.example', 'a.example.net']]);
    done(await change(client, id, { create: { type: 'CNAME', name: `${domain}.${domain}`, target: 'a' } }));
    const [, record] = (await recordsOf(client, id)) as [Row, Row];
    const updates = [
      await client.put(`/domains/${id}/records/${record.id}`, { ttl_sec: 300 }),
      await change(client, id, { update: record.id, to: { ttl_sec: 3600 } }),
    ];
    expect(updates.map(({ status }) => status)).toEqual([200, 200]);
    expect((await shown(client, id))[1]).toEqual(['CNAME', domain, 'a']);
  });

  it('[D-276] stays when a client writes back what it has read', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, [['CNAME', 'www', 'a.example.net']]);
    done(
      await change(client, id, {
        create: { type: 'A', name: `www.${domain}.${domain}`, target: '192.0.2.1' },
      }),
    );
    const [, record] = (await recordsOf(client, id)) as [Row, Row];
    const answers = [
      await client.put(`/domains/${id}/records/${record.id}`, record),
      await change(client, id, { update: record.id, to: record }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await recordsOf(client, id))[1]).toEqual(record);
  });

  it('[D-14] may be the former name of a record in a domain with a new name', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, [['CNAME', 'shop', 'a.example.net']]);
    const [{ id: recordId }] = (await recordsOf(client, id)) as [Row];
    done(await client.put(`/domains/${id}/records/${recordId}`, { name: `new-${domain}` }));
    done(await client.put(`/domains/${id}`, { domain: `new-${domain}` }));
    const target = 'b.example.net';
    done(await client.put(`/domains/${id}/records/${recordId}`, { target }));
    expect(await shown(client, id)).toEqual([['CNAME', `new-${domain}`, target]]);
  });
});
