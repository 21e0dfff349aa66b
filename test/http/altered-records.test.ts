import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { done, makeAccount, next } from '../support/makers.js';
import { expected, sharedFields, told, VALUES, type Body } from './altered-values.js';

let app: TestApp;
let client: Client;
let fields: Awaited<ReturnType<typeof sharedFields>>;
beforeAll(async () => {
  app = await startApp();
  ({ client } = await makeAccount(app));
  fields = await sharedFields(app.url);
});
afterAll(() => app.close());

const created = async (path: string, body: Body) => done(await client.post(path, body)) as Body;
async function newDomain(domain = `base${next()}.example`): Promise<string> {
  const { id } = await created('/domains', { domain, type: 'master', soa_email: 'a@example.com' });
  return `/domains/${String(id)}`;
}

const TARGETS: Readonly<Record<string, string>> = {
  A: '192.0.2.1',
  AAAA: '2001:db8::1',
  NS: 'ns1.example.org',
  MX: 'mail.example.org',
  CNAME: 'www.example.org',
  TXT: 'text',
  SRV: 'sip.example.org',
  PTR: 'host.example.org',
  CAA: 'ca.example.net',
};

describe('[D-233] [D-277] Altered-Fields of records, whose type determines the used fields', () => {
  const base = (type: string, n: number): Body => ({
    type,
    name: `r${n}`,
    target: TARGETS[type],
    ...(type === 'SRV' && { priority: 1, weight: 1, port: 1, service: `s${n}` }),
    ...(type === 'CAA' && { tag: 'issue' }),
  });
  it.each(Object.keys(TARGETS))('[D-99] [D-261] domain_record_create, %s', async (type) => {
    const domain = await newDomain(`zone${next()}.example`);
    for (const key of fields.get('domain_record_create')!.shared.filter((of) => of !== 'type')) {
      for (const value of VALUES[key]!(next())) {
        const body = { ...base(type, next()), [key]: value };
        const answer = await client.post(`${domain}/records`, body);
        if (answer.status !== 200) continue;
        const shown = done(await client.get(`${domain}/records/${answer.body.id}`));
        expect({ body, told: told(answer) }).toEqual({ body, told: expected(body, shown as Body) });
      }
    }
  });

  it.each(Object.keys(TARGETS))('[D-99] [D-264] domain_record_update, %s', async (type) => {
    const domain = await newDomain();
    for (const key of ['type', ...fields.get('domain_record_update')!.shared]) {
      for (const value of VALUES[key]!(next())) {
        const made = await created(`${domain}/records`, base(type, next()));
        const body: Body = { [key]: value };
        const answer = await client.put(`${domain}/records/${String(made.id)}`, body);
        if (answer.status !== 200) continue;
        const shown = done(await client.get(`${domain}/records/${String(made.id)}`)) as Body;
        expect({ body, told: told(answer) }).toEqual({ body, told: expected(body, shown) });
      }
    }
  });

  it('[D-264] [D-277] a type that the target changes, and a priority that the type does not have', async () => {
    const domain = await newDomain();
    const sent = { type: 'AAAA', name: 'a', target: '192.0.2.1', priority: 7 };
    const create = await client.post(`${domain}/records`, sent);
    expect(create.headers.get('altered-fields')).toBe(
      'type;sent="AAAA";stored="A", priority;sent=7;stored=0',
    );
    const path = `${domain}/records/${create.body.id}`;
    const named = await client.put(path, { type: 'AAAA', target: '192.0.2.2' });
    expect(named.headers.get('altered-fields')).toBe('type;sent="AAAA";stored="A"');
  });

  it('[D-98] [D-100] [D-261] several at once', async () => {
    const domain = await newDomain();
    const srv = {
      type: 'SRV',
      target: 'sip',
      priority: 1,
      weight: 1,
      port: 5060,
      service: '_sip',
      ttl_sec: 301,
    };
    const { headers, body } = await client.post(`${domain}/records`, srv);
    expect(headers.get('altered-fields')).toBe(
      `target;sent="sip";stored="${body.target}", service;sent="_sip";stored="sip", ttl_sec;sent=301;stored=300`,
    );
  });
});
