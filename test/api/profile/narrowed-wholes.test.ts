import { startApp, type TestApp } from '../../support/app.js';
import { refusal } from '../../support/client.js';
import { makeDomain } from '../../support/domains.js';
import { done, makeAccount, makeInstance, makeRestricted, makeVpc } from '../../support/makers.js';
import { listed, narrow } from '../../support/narrowed.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const OUTSIDE = { status: 403, body: refusal('', "The token's restrictions do not allow this.") };

describe('without domains, vpcs and images', () => {
  it('[D-279] a token reaches what its scopes reach', async () => {
    const { client } = await makeAccount(app);
    const domain = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const vpc = await makeVpc(client);
    for (const restrictions of [{ sources: ['127.0.0.1'] }, { unused_days: 30 }]) {
      const narrowed = await narrow(app, client, restrictions);
      expect((await listed(narrowed, '/domains', 'id'))[0]).toContain(domain.id);
      expect((await listed(narrowed, `/domains/${domain.id}/records`, 'name'))[0]).toEqual(['www']);
      expect((await listed(narrowed, '/vpcs', 'id'))[0]).toContain(vpc.id);
      done(await narrowed.put(`/vpcs/${vpc.id}`, { label: 'new' }));
      done(await narrowed.post('/vpcs', { label: 'x', region: 'us-east' }));
      const made = { domain: `new-${restrictions.unused_days ?? 0}-${domain.domain}`, type: 'master' };
      done(await narrowed.post('/domains', { ...made, soa_email: 'a@example.com' }));
      done(await narrowed.put('/profile', { timezone: 'Europe/Berlin' }));
      expect((await listed(narrowed, '/profile/tokens', 'label'))[1]).toBeGreaterThan(1);
      expect((await listed(narrowed, '/account/events', 'action'))[0]).toContain('vpc_create');
    }
    const reading = await narrow(app, client, { sources: ['127.0.0.1'] }, { scopes: 'domains:read_only' });
    expect((await reading.get('/domains')).status).toBe(200);
    expect((await reading.delete(`/domains/${domain.id}`)).status).toBe(403);
    expect((await reading.get('/account/events')).status).toBe(403);
  });

  it('[D-279] it makes no tokens, users or OAuth clients, and changes no sign-in', async () => {
    const account = await makeAccount(app);
    const { client } = account;
    const { username } = await makeRestricted(app, account);
    const narrowed = await narrow(app, client, { sources: ['127.0.0.1'] });
    const application = { label: 'a', redirect_uri: 'https://example.com/' };
    const { id } = done(await client.post('/account/oauth-clients', application));
    const closed = [
      narrowed.post('/profile/tokens', { label: 'escape' }),
      narrowed.post('/account/users', { username: 'somebody-new', email: 'a@example.com' }),
      narrowed.post('/account/oauth-clients', application),
      narrowed.put(`/account/oauth-clients/${id}`, { redirect_uri: 'https://example.org/' }),
      narrowed.post(`/account/oauth-clients/${id}/reset-secret`),
      narrowed.put(`/account/users/${username}`, { password: 'correct horse battery' }),
      narrowed.post('/profile/tfa-enable'),
      narrowed.post('/profile/tfa-disable'),
      narrowed.post('/profile/phone-number', { iso_code: 'US', phone_number: '2025550123' }),
      narrowed.delete('/profile/phone-number'),
      narrowed.post('/profile/security-questions', { security_questions: [] }),
    ];
    for (const answer of await Promise.all(closed)) expect(answer).toMatchObject(OUTSIDE);
    done(await narrowed.put(`/account/users/${username}`, { email: 'new@example.com', password: null }));
    done(await narrowed.get(`/account/oauth-clients/${id}`));
  });

  it('[D-279] it keeps that when it was made before kinds could be given as a whole', async () => {
    const { client } = await makeAccount(app);
    await makeVpc(client);
    const narrowed = await narrow(app, client, { sources: ['127.0.0.1'] });
    await query(app, `UPDATE tokens SET wholes = '{}' WHERE narrowed`);
    expect(await listed(narrowed, '/vpcs', 'id')).toEqual([[], 0]);
  });
});

describe('`*` for a kind', () => {
  it('[D-279] opens all of it, creating included, and leaves the others closed', async () => {
    const { client } = await makeAccount(app);
    const [domain, vpc] = [await makeDomain(client, [['A', 'www', '192.0.2.1']]), await makeVpc(client)];
    const narrowed = await narrow(app, client, { domains: '*', vpcs: [vpc.id] });
    expect(await listed(narrowed, '/domains', 'id')).toEqual([[domain.id], 1]);
    expect(await listed(narrowed, `/domains/${domain.id}/records`, 'name')).toEqual([['www'], 1]);
    const record = { type: 'A', name: 'x', target: '192.0.2.2' };
    done(await narrowed.post(`/domains/${domain.id}/records`, record));
    const made = { domain: `new-${domain.domain}`, type: 'master', soa_email: 'a@example.com' };
    const { id } = done(await narrowed.post('/domains', made));
    done(await narrowed.put(`/domains/${id}`, { domain: `renamed-${domain.domain}` }));
    done(await narrowed.post(`/domains/${id}/clone`, { domain: `cloned-${domain.domain}` }));
    done(await narrowed.get('/domains/claims'));
    done(await narrowed.delete(`/domains/${id}`));
    expect(await listed(narrowed, '/vpcs', 'id')).toEqual([[vpc.id], 1]);
    expect(await narrowed.post('/vpcs', { label: 'x', region: 'us-east' })).toMatchObject(OUTSIDE);
    expect(await narrowed.post('/images/upload', { label: 'x', region: 'us-east' })).toMatchObject(OUTSIDE);
    expect(await narrowed.get('/account/events')).toMatchObject(OUTSIDE);
  });

  it.each(['domains', 'vpcs', 'images'])('[D-279] %s: is shown as it was sent', async (kind) => {
    const { client } = await makeAccount(app);
    const { id } = done(await client.post('/profile/tokens', { restrictions: { [kind]: '*' } }));
    expect(done(await client.get(`/profile/tokens/${id}/restrictions`))).toEqual({
      domains: [],
      vpcs: [],
      images: [],
      [kind]: '*',
    });
  });

  it('[D-279] tokens without a kind show none', async () => {
    const { client } = await makeAccount(app);
    const restrictions = { sources: ['192.0.2.0/24'], unused_days: 3 };
    const { id } = done(await client.post('/profile/tokens', { restrictions }));
    expect(done(await client.get(`/profile/tokens/${id}/restrictions`))).toEqual(restrictions);
  });

  it.each([[{ domains: 'x' }], [{ vpcs: '' }], [{ images: ['*'] }], [{ vpcs: ['*'] }]])(
    '[D-279] %j is refused',
    async (restrictions) => {
      const { client } = await makeAccount(app);
      expect((await client.post('/profile/tokens', { restrictions })).status).toBe(400);
    },
  );
});

describe('blockers', () => {
  it('[D-279] [D-234] name to a narrowed token only what it may see', async () => {
    const account = await makeAccount(app);
    const vpc = await makeVpc(account.client, { subnets: 1 });
    const [{ id: subnet }] = vpc.subnets;
    await makeInstance(app, account, [{ subnet_id: subnet, ipv4: { vpc: '10.0.1.2' } }]);
    const labels = async (restrictions: object) => {
      const narrowed = await narrow(app, account.client, restrictions);
      const refused = async (path: string) => {
        const { body } = await narrowed.delete(path, { Accept: 'application/problem+json' });
        return (body.errors[0].blockers as { label?: string }[]).map(({ label }) => label);
      };
      return [await refused(`/vpcs/${vpc.id}`), await refused(`/vpcs/${vpc.id}/subnets/${subnet}`)];
    };
    expect(await labels({ vpcs: [vpc.id] })).toEqual([[undefined], [undefined]]);
    expect(await labels({ vpcs: '*' })).toEqual([[undefined], [undefined]]);
    const seen = await labels({ sources: ['127.0.0.1'] });
    expect(seen.flat()).toEqual([expect.any(String), expect.any(String)]);
  });
});
