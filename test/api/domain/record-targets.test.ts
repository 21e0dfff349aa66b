import { startApp, type TestApp } from '../../support/app.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount } from '../../support/makers.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

it.each([
  ['A', '192.0.2.1', '2001:db8::1'],
  ['AAAA', '2001:db8::1', '192.0.2.1'],
  ['AAAA', '2001:db8::1', '[remote_addr]'],
])('[D-295] a stored %s with %s does not take %s', async (type, target, other) => {
  const { client } = await makeAccount(app);
  const { id } = await makeDomain(client);
  const made = done(await client.post(`/domains/${id}/records`, { type, target }));
  const answer = await client.put(`/domains/${id}/records/${made.id}`, { target: other, ttl_sec: -1 });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      errors: [
        { field: 'target', reason: 'Invalid IPv4 or IPv6 address' },
        { field: 'ttl_sec', reason: 'Must be 0-2147483647' },
      ],
    },
  });
  expect((await client.get(`/domains/${id}/records/${made.id}`)).body).toEqual(made);
});

it.each([
  ['TXT', { target: 'a'.repeat(64_901) }],
  ['TXT', { target: 'a'.repeat(65_535) }],
  ['TXT', { target: '\u{1f600}'.repeat(65_535) }],
  ['CAA', { tag: 'issue', target: `ca.example; a=${'b'.repeat(65_520)}` }],
])('[D-294] a %s that is too long for DNS is stored, and not served', async (type, fields) => {
  const { client } = await makeAccount(app);
  const { id, domain } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
  const made = done(await client.post(`/domains/${id}/records`, { type, name: 'long', ...fields }));
  expect(made.target).toBe(fields.target);
  const comment = `; record ${made.id} left out: too long`;
  expect(done(await client.get(`/domains/${id}/zone-file`)).zone_file).toContain(comment);
  const served = 'SELECT name FROM pdns.records WHERE domain_id = $1 AND type IN ($2, $3) ORDER BY 1';
  expect(await query(app, served, [id, type, 'A'])).toEqual([{ name: `www.${domain}` }]);
  expect(done(await client.get('/account/events')).data[0]).toMatchObject({
    action: 'domain_record_create',
    message: `${type} record long (not served: the text is too long for DNS)`,
  });
  const short = type === 'TXT' ? { target: 'a' } : { target: 'ca.example' };
  done(await client.put(`/domains/${id}/records/${made.id}`, short));
  expect(await query(app, served, [id, type, 'A'])).toHaveLength(2);
  expect(done(await client.get('/account/events')).data[0].message).toBe(`${type} record long`);
  expect(done(await client.get(`/domains/${id}/zone-file`)).zone_file).not.toContain(comment);
});
