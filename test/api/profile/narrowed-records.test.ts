import { fitsNames } from '../../../src/access/narrowing/narrowing.rules.js';
import { startApp, type TestApp } from '../../support/app.js';
import { refusal, type Client } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { listed, narrow, narrowToAcme } from '../../support/narrowed.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const OUTSIDE = { status: 403, body: refusal('', "The token's restrictions do not allow this.") };
const NOT_FOUND = { status: 404, body: refusal('', 'Not found') };

const record = (client: Client, domainId: number, type: string, name: string, target: string) =>
  client.post(`/domains/${domainId}/records`, { type, name, target });

describe('records', () => {
  async function scene(restriction: object) {
    const { client } = await makeAccount(app);
    const domain = await makeDomain(client, [
      ['TXT', '', 'apex'],
      ['TXT', 'www', 'w'],
      ['A', 'www', '192.0.2.1'],
      ['TXT', 'deep.WWW', 'd'],
      ['A', 'mail', '192.0.2.2'],
    ]);
    const path = `/domains/${domain.id}/records`;
    const ids = new Map<string, number>(
      done(await client.get(path)).data.map((row: { id: number; type: string; name: string }) => [
        `${row.type} ${row.name}`,
        row.id,
      ]),
    );
    const narrowed = await narrow(app, client, { domains: [{ id: domain.id, ...restriction }] });
    return { client, domain, path, narrowed, at: (name: string) => `${path}/${ids.get(name)}` };
  }

  it.each([
    [{}, ['', 'www', 'www', 'deep.WWW', 'mail']],
    [{ types: ['A'] }, ['www', 'mail']],
    [{ names: ['www'] }, ['www', 'www']],
    [{ names: ['WWW', '@'] }, ['', 'www', 'www']],
    [{ names: ['*.www'] }, ['deep.WWW']],
    [{ names: ['*'] }, ['www', 'www', 'deep.WWW', 'mail']],
    [{ names: ['www'], types: ['TXT'] }, ['www']],
    [{ names: ['nothing'] }, []],
    [{ actions: ['read'], names: ['mail'] }, ['mail']],
  ])('[D-237] of %j it sees %j', async (restriction, names) => {
    const { narrowed, path } = await scene(restriction);
    expect(await listed(narrowed, path, 'name')).toEqual([names, names.length]);
    expect((await listed(narrowed, path, 'name', { ttl_sec: 0 }))[1]).toBe(names.length);
  });

  it('[D-237] a record outside its names is 404, and what it becomes is 403', async () => {
    const { narrowed, client, at, path } = await scene({ names: ['www', '*.www'] });
    expect((await narrowed.get(at('TXT www'))).status).toBe(200);
    for (const send of [
      narrowed.get(at('A mail')),
      narrowed.put(at('A mail'), {}),
      narrowed.delete(at('A mail')),
    ])
      expect(await send).toMatchObject(NOT_FOUND);
    const before = done(await client.get(path)).data;
    for (const name of ['mail', '', '@', 'x.mail', '*', 'www2', 'wwww'])
      expect(await narrowed.put(at('TXT www'), { name })).toMatchObject(OUTSIDE);
    expect(done(await client.get(path)).data).toEqual(before);
    expect((await narrowed.put(at('TXT www'), { name: 'a.b.www' })).status).toBe(200);
  });

  it('[D-237] [D-264] a new record counts as the type that it becomes', async () => {
    const { narrowed, domain } = await scene({ types: ['A'] });
    expect(await record(narrowed, domain.id, 'A', 'www', '2001:db8::1')).toMatchObject(OUTSIDE);
    expect((await record(narrowed, domain.id, 'AAAA', 'www', '192.0.2.9')).status).toBe(200);
  });

  it('[D-237] only the actions that it names', async () => {
    const { narrowed, domain, at, path } = await scene({
      names: ['www', 'new'],
      actions: ['read', 'create'],
    });
    expect((await narrowed.get(path)).status).toBe(200);
    expect((await record(narrowed, domain.id, 'TXT', 'new', 'x')).status).toBe(200);
    expect(await narrowed.put(at('TXT www'), { target: 'x' })).toMatchObject(OUTSIDE);
    expect(await narrowed.delete(at('TXT www'))).toMatchObject(OUTSIDE);
    const blind = await scene({ actions: ['create'] });
    expect(await blind.narrowed.get(blind.path)).toMatchObject(OUTSIDE);
    expect(await blind.narrowed.get(blind.at('TXT www'))).toMatchObject(OUTSIDE);
    expect((await blind.narrowed.get(`/domains/${blind.domain.id}`)).status).toBe(200);
  });

  it('[D-237] several entries of one domain add up', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client);
    const entries = [
      { id, names: ['a'], types: ['A'] },
      { id, names: ['t'], types: ['TXT'], actions: ['create'] },
    ];
    const narrowed = await narrow(app, client, { domains: entries });
    expect((await record(narrowed, id, 'A', 'a', '192.0.2.1')).status).toBe(200);
    expect((await record(narrowed, id, 'TXT', 't', 'x')).status).toBe(200);
    expect(await record(narrowed, id, 'TXT', 'a', 'x')).toMatchObject(OUTSIDE);
    expect(await listed(narrowed, `/domains/${id}/records`, 'name')).toEqual([['a'], 1]);
    expect(await listed(narrowed, '/domains', 'id')).toEqual([[id], 1]);
  });

  it('[D-237] the zone itself needs the whole domain', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const part = await narrow(app, client, { domains: [{ domain, names: ['www'] }] });
    for (const send of [
      part.get(`/domains/${id}/zone-file`),
      part.put(`/domains/${id}`, { description: 'x' }),
      part.put(`/domains/${id}`, {}),
      part.delete(`/domains/${id}`),
    ])
      expect(await send).toMatchObject(OUTSIDE);
    const reading = await narrow(app, client, { domains: [{ id, actions: ['read'] }] });
    expect((await reading.get(`/domains/${id}/zone-file`)).status).toBe(200);
    expect(await reading.put(`/domains/${id}`, {})).toMatchObject(OUTSIDE);
    const records = await narrow(app, client, {
      domains: [{ id, actions: ['read', 'create', 'update', 'delete'] }],
    });
    expect(await records.delete(`/domains/${id}`)).toMatchObject(OUTSIDE);
    const whole = await narrow(app, client, { domains: [{ id }] });
    expect((await whole.get(`/domains/${id}/zone-file`)).status).toBe(200);
    expect(
      (await whole.put(`/domains/${id}`, { description: 'x', domain: domain.toUpperCase() })).status,
    ).toBe(200);
    expect(await whole.put(`/domains/${id}`, { domain: `other-${domain}` })).toMatchObject(OUTSIDE);
    expect(await whole.post(`/domains/${id}/clone`, { domain: `copy-${domain}` })).toMatchObject(OUTSIDE);
    const remote = { domain: `import-${domain}`, remote_nameserver: '192.0.2.1' };
    expect(await whole.post('/domains/import', remote)).toMatchObject(OUTSIDE);
    expect((await whole.delete(`/domains/${id}`)).status).toBe(200);
  });

  it('[D-237] names follow the domain when it is renamed', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client);
    const narrowed = await narrowToAcme(app, client, domain);
    done(await client.put(`/domains/${id}`, { domain: `renamed-${domain}` }));
    expect(await record(narrowed, id, 'TXT', `_acme-challenge.${domain}.`, 'x')).toMatchObject({
      status: 400,
    });
    const answer = await record(narrowed, id, 'TXT', `_acme-challenge.renamed-${domain}.`, 'x');
    expect(answer).toMatchObject({ status: 200, body: { name: '_acme-challenge' } });
  });
});

describe('the ACME preset', () => {
  const FORMS: readonly (readonly [name: string, status: number])[] = [
    ['_acme-challenge', 200],
    ['_ACME-Challenge', 200],
    ['_acme-challenge.www', 200],
    ['_acme-challenge.a.b', 200],
    ['_acme-challenge.bücher', 200],
    ['_acme-challenge.DOMAIN', 200],
    ['_acme-challenge.www.DOMAIN.', 200],
    ['', 403],
    ['@', 403],
    ['DOMAIN', 403],
    ['DOMAIN.', 403],
    ['*', 403],
    ['*._acme-challenge', 403],
    ['www', 403],
    ['www._acme-challenge', 403],
    ['_acme-challengex', 403],
    ['x_acme-challenge', 403],
    ['_acme-challenge-www', 403],
    ['_acme_challenge', 403],
    ['aacme-challenge', 403],
    ['_dmarc', 403],
    ['_acme-challenge.', 400],
    ['_acme-challenge..www', 400],
    ['_acme-challenge.*', 400],
    ['_acme-challenge.www.other.example.', 400],
    ['_acme-challenge\u0000', 400],
  ];

  it('[D-237] [RFC 8555] a TXT record by each form of a name', async () => {
    const { client } = await makeAccount(app);
    const { id, domain } = await makeDomain(client);
    const narrowed = await narrowToAcme(app, client, domain);
    const statuses: [string, number][] = [];
    for (const [form] of FORMS) {
      const name = form.replace('DOMAIN', domain as string);
      statuses.push([form, (await record(narrowed, id, 'TXT', name, `t ${form}`)).status]);
    }
    expect(statuses).toEqual(FORMS);
    for (const [type, target] of [
      ['CNAME', 'www.example.org'],
      ['NS', 'ns.example.org'],
      ['A', '192.0.2.1'],
      ['CAA', 'ca.example.org'],
    ] as const) {
      const answer = await client.post(`/domains/${id}/records`, {
        type,
        name: `z-${type}`,
        target,
        tag: 'issue',
      });
      expect(answer.status).toBe(200);
      const body = { type, name: `_acme-challenge.${type}`, target, tag: 'issue' };
      expect(await narrowed.post(`/domains/${id}/records`, body)).toMatchObject(OUTSIDE);
    }
  });

  it('[D-237] is one domain, its scope, and shown as what it is', async () => {
    const { client } = await makeAccount(app);
    const [{ id, domain }, other] = [await makeDomain(client), await makeDomain(client)];
    const made = done(
      await client.post('/profile/tokens', {
        label: 'a',
        preset: 'acme',
        domain: `${domain.toUpperCase()}.`,
      }),
    );
    expect(Object.keys(made)).toEqual(['id', 'label', 'scopes', 'created', 'expiry', 'token']);
    expect(made).toMatchObject({ scopes: 'domains:read_write', expiry: null });
    expect(done(await client.get(`/profile/tokens/${made.id}/restrictions`))).toEqual({
      domains: [{ id, domain, names: ['_acme-challenge', '_acme-challenge.*'], types: ['TXT'] }],
      vpcs: [],
      images: [],
    });
    const narrowed = await narrowToAcme(app, client, domain);
    expect(await listed(narrowed, '/domains', 'domain')).toEqual([[domain], 1]);
    expect(await narrowed.get(`/domains/${other.id}`)).toMatchObject(NOT_FOUND);
    expect(await record(narrowed, other.id, 'TXT', '_acme-challenge', 'x')).toMatchObject(NOT_FOUND);
  });
});

it('[D-237] the rule and the statement compare names alike', async () => {
  const names = ['', 'www', 'WWW', 'a.www', 'a.b.www', '_a', 'xa', '_a.b', '*', '*.x', 'a.x.b', 'a_b', 'axb'];
  const patterns = [null, [], [''], ['www'], ['*'], ['*.www'], ['_a'], ['_a.*'], ['a.*.b'], ['*.x', 'a_b']];
  for (const of of patterns) {
    const [row] = await query(
      app,
      'SELECT json_agg(fits_names(n, $2) ORDER BY at) AS fits FROM unnest($1::text[]) WITH ORDINALITY AS x (n, at)',
      [names, of],
    );
    expect([of, row!.fits]).toEqual([of, names.map((name) => fitsNames(name, of))]);
  }
});
