import { startApp, type TestApp } from '../support/app.js';
import { axfrPeer, record, serving } from '../support/axfr-peer.js';
import { Client, refusal, type Answer } from '../support/client.js';
import { makeDomain, nextDomain, transferFrom } from '../support/domains.js';
import { done, makeAccount } from '../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

function together(count: number, request: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => request(index)));
}

function succeeded(answers: readonly Answer[]): Answer[] {
  return answers.filter(({ status }) => status === 200);
}

/** Imports a domain with this number of records. */
async function domainOf(client: Client, count: number): Promise<number> {
  const domain = nextDomain();
  const hosts = Array.from({ length: count }, (_, i) => record('A', `h${i}.${domain}`, '192.0.2.1'));
  const peer = await axfrPeer(serving(hosts, { perMessage: 500 }));
  transferFrom(app, peer.port);
  const { id } = done(await client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }));
  await peer.close();
  return id;
}

it('[Domains rule 1] 64 creates at once fill a domain to 12,000 records exactly', async () => {
  const { client } = await makeAccount(app);
  const id = await domainOf(client, 11_980);
  const answers = await together(64, (i) =>
    client.post(`/domains/${id}/records`, { type: 'A', name: `n${i}`, target: '192.0.2.1' }),
  );
  expect(succeeded(answers)).toHaveLength(20);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
    expect(status).toBe(400);
    expect(body).toEqual(refusal('', 'You have reached the maximum of 12000 records for this domain.'));
  }
  expect((await client.filter(`/domains/${id}/records`, {})).body.results).toBe(12_000);
  expect((await client.get(`/domains/${id}/records`)).body.results).toBe(12_000);
});

it('[Domains rule 5] [D-21] one of many creates, clones, imports and renames gets the name', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, () => makeAccount(app)));
  const sources = await Promise.all(accounts.map(({ client }) => makeDomain(client)));
  const domain = nextDomain();
  const peer = await axfrPeer(serving([]));
  transferFrom(app, peer.port);
  const master = { domain, type: 'master', soa_email: 'a@example.com' };
  const requests = accounts.flatMap(({ client }, i) => [
    () => client.post('/domains', master),
    () => client.post(`/domains/${sources[i].id}/clone`, { domain }),
    () => client.post('/domains/import', { domain, remote_nameserver: '127.0.0.1' }),
    () => client.put(`/domains/${sources[i].id}`, { domain }),
  ]);
  const answers = await Promise.all(requests.map((request) => request()));
  await peer.close();
  expect(succeeded(answers)).toHaveLength(1);
  for (const { body } of answers.filter(({ status }) => status !== 200)) {
    expect(body).toEqual(refusal('domain', 'Domain already exists.'));
  }
});

it('[D-102] of many CNAMEs and other records at once, a name gets one kind', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const answers = await together(32, (i) =>
    client.post(`/domains/${id}/records`, { type: i % 2 ? 'CNAME' : 'TXT', name: 'x', target: `host${i}` }),
  );
  const types = new Set(succeeded(answers).map(({ body }) => body.type));
  expect(types.size).toBe(1);
  if (types.has('CNAME')) expect(succeeded(answers)).toHaveLength(1);
  else expect(succeeded(answers)).toHaveLength(16);
});

it('[Records] a name gets a null MX or other MX records, never both', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const answers = await together(32, (i) =>
    client.post(`/domains/${id}/records`, { type: 'MX', name: 'x', target: i % 2 ? '' : `mail${i}` }),
  );
  const targets = succeeded(answers).map(({ body }) => body.target);
  if (targets.includes('')) expect(targets).toEqual(['']);
  else expect(targets).toHaveLength(16);
});

it('[D-106] every change gets its own serial', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const serial = async () =>
    Number((await client.get(`/domains/${id}/zone-file`)).body.zone_file[3].split(' ')[5]);
  const before = await serial();
  const answers = await together(32, (i) =>
    client.post(`/domains/${id}/records`, { type: 'A', name: `n${i}`, target: '192.0.2.1' }),
  );
  expect(succeeded(answers)).toHaveLength(32);
  expect(await serial()).toBe(before + 32);
});

it('[D-21] a record is deleted once, and counted once', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client, [
    ['A', 'a', '192.0.2.1'],
    ['A', 'b', '192.0.2.1'],
  ]);
  const [first] = (await client.get(`/domains/${id}/records`)).body.data;
  const answers = await together(16, () => client.delete(`/domains/${id}/records/${first.id}`));
  expect(succeeded(answers)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
  expect((await client.get(`/domains/${id}/records`)).body.results).toBe(1);
});

it('[D-21] records of a domain that is being deleted are created or not found', async () => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const answers = await together(17, (i) =>
    i === 8
      ? client.delete(`/domains/${id}`)
      : client.post(`/domains/${id}/records`, { type: 'A', name: `n${i}`, target: '192.0.2.1' }),
  );
  expect(answers[8]!.status).toBe(200);
  for (const { status } of answers) expect([200, 404]).toContain(status);
  expect((await client.get('/domains')).body.results).toBe(0);
});

it('[D-201] of a name and the names above it, one account gets one, on two replicas', async () => {
  const replica = await startApp({}, app);
  for (let round = 0; round < 8; round++) {
    const apex = nextDomain().replace('.example.com', '.test');
    const names = [apex, `b.${apex}`, `a.b.${apex}`, `x.a.b.${apex}`];
    const accounts = await Promise.all(names.map(() => makeAccount(app)));
    const answers = await Promise.all(
      accounts.map(({ client }, i) => {
        const { token } = client;
        const asked = i % 2 ? new Client(replica.url, token) : client;
        return asked.post('/domains', { domain: names[i], type: 'master', soa_email: 'a@example.com' });
      }),
    );
    expect(succeeded(answers)).toHaveLength(1);
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      expect(body).toEqual(refusal('domain', 'Domain conflicts with a domain of another account.'));
    }
  }
  await replica.close();
});
