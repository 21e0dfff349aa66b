import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { makeDomain } from '../support/domains.js';
import { done, makeAccount, makeRestricted, makeVpc, type TestAccount } from '../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

type Members = Record<string, unknown>;

/** A PUT, of the object that it answers: what to send to leave it as it is, and what to send to change it. */
interface Case {
  readonly path: string;
  readonly action: string;
  readonly same: object;
  readonly other: object;
}

const KEY =
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJTf7YVhl3pKmB0E0ZAUzKk0IT1y1kJ8VfN0lA8bVqQw someone@example.com';

const CASES: Readonly<Record<string, (account: TestAccount, client: Client) => Promise<Case>>> = {
  'a VPC': async (_, client) => {
    const { id, label } = await makeVpc(client, { subnets: 1 });
    return { path: `/vpcs/${id}`, action: 'vpc_update', same: { label }, other: { label: 'other' } };
  },
  'a subnet': async (_, client) => {
    const { id, subnets } = await makeVpc(client, { subnets: 1 });
    const [{ id: subnet, label }] = subnets;
    const path = `/vpcs/${id}/subnets/${subnet}`;
    return { path, action: 'subnet_update', same: { label }, other: { label: 'other' } };
  },
  'a domain': async (_, client) => {
    const { id, domain } = await makeDomain(client, [], { ttl_sec: 300, tags: ['a', 'b'] });
    const same = { domain: domain.toUpperCase(), ttl_sec: 299, tags: ['a', 'b', 'a'] };
    return { path: `/domains/${id}`, action: 'domain_update', same, other: { tags: ['b', 'a'] } };
  },
  'a record': async (_, client) => {
    const { id } = await makeDomain(client);
    const record = { type: 'A', name: 'www', target: '192.0.2.1', ttl_sec: 300 };
    const { id: recordId } = done(await client.post(`/domains/${id}/records`, record));
    const path = `/domains/${id}/records/${recordId}`;
    const same = { name: 'www', target: '192.0.2.1', ttl_sec: 301, priority: 7 };
    return { path, action: 'domain_record_update', same, other: { target: '192.0.2.2' } };
  },
  'a note': async (_, client) => {
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const [{ id: recordId }] = done(await client.get(`/domains/${id}/records`)).data;
    const path = `/domains/${id}/records/${recordId}/note`;
    const same = { note: 'shop', owner: 'web' };
    done(await client.put(path, same));
    return { path, action: 'domain_record_update', same, other: { owner: null } };
  },
  'an image': async (_, client) => {
    const { image } = done(await client.post('/images/upload', { label: 'i', region: 'us-east' }));
    const same = { label: 'i', description: null };
    return { path: `/images/${image.id}`, action: 'image_update', same, other: { description: 'x' } };
  },
  'the profile': async (_, client) => {
    const { timezone, email } = done(await client.get('/profile'));
    done(await client.put('/profile', { authorized_keys: [KEY] }));
    const same = { timezone, email, authorized_keys: [` ${KEY} `] };
    return { path: '/profile', action: 'profile_update', same, other: { authorized_keys: [] } };
  },
  preferences: async (_, client) => {
    done(await client.put('/profile/preferences', { a: 1 }));
    return { path: '/profile/preferences', action: 'profile_update', same: { a: 1 }, other: { a: 2 } };
  },
  'an SSH key': async (_, client) => {
    const { id } = done(await client.post('/profile/sshkeys', { label: 'k', ssh_key: KEY }));
    const path = `/profile/sshkeys/${id}`;
    return { path, action: 'user_ssh_key_update', same: { label: 'k' }, other: { label: 'l' } };
  },
  'a token': async (_, client) => {
    const { id } = done(await client.post('/profile/tokens', { label: 't' }));
    return {
      path: `/profile/tokens/${id}`,
      action: 'token_update',
      same: { label: 't' },
      other: { label: 'u' },
    };
  },
  'a user': async (account) => {
    const { username } = await makeRestricted(app, account);
    const path = `/account/users/${username}`;
    return {
      path,
      action: 'user_update',
      same: { username, restricted: true },
      other: { email: 'n@example.com' },
    };
  },
  'grants of a user': async (account, client) => {
    const { id } = await makeVpc(client);
    const grants = { global: { add_domains: true }, vpc: [{ id, permissions: 'read_only' }] };
    const { username } = await makeRestricted(app, account, grants);
    const path = `/account/users/${username}/grants`;
    const other = { vpc: [{ id, permissions: 'read_write' }] };
    return { path, action: 'user_update', same: grants, other };
  },
  'an OAuth client': async (_, client) => {
    const application = { label: 'a', redirect_uri: 'https://example.com/' };
    const { id } = done(await client.post('/account/oauth-clients', application));
    const path = `/account/oauth-clients/${id}`;
    return { path, action: 'oauth_client_update', same: application, other: { label: 'b' } };
  },
};

describe('a PUT that changes nothing', () => {
  it.each(Object.keys(CASES))(
    '[D-276] leaves %s and its tag as they are, and records its event',
    async (name) => {
      const account = await makeAccount(app);
      const { client } = account;
      const { path, action, same, other } = await CASES[name]!(account, client);
      const before = await client.get(path);
      const newest = async () => {
        const { data } = done(await client.get('/account/events?page_size=25'));
        return (data as Members[])[0]!;
      };
      let last = (await newest()).id;
      const isWhole = name === 'preferences';
      for (const body of isWhole ? [same] : [same, {}]) {
        app.clock.forward(60);
        expect(done(await client.put(path, body))).toEqual(before.body);
        const { body: after, headers } = await client.get(path);
        expect([after, headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
        const event = await newest();
        expect(event).toMatchObject({ action, message: 'Nothing changed.' });
        expect(event.id).not.toBe(last);
        last = event.id;
      }
      app.clock.forward(60);
      const changed = done(await client.put(path, other));
      expect(changed).not.toEqual(before.body);
      if ('updated' in changed) expect(changed.updated > before.body.updated).toBe(true);
      expect((await newest()).message).not.toBe('Nothing changed.');
    },
  );

  it('[D-276] a new password changes a user, even if every other field stays', async () => {
    const account = await makeAccount(app);
    const { username } = await makeRestricted(app, account);
    done(await account.client.put(`/account/users/${username}`, { password: 'correct horse battery' }));
    const { data } = done(await account.client.get('/account/events?page_size=25'));
    expect((data as Members[])[0]).toMatchObject({ action: 'user_update', message: null });
  });

  it('[D-276] [D-106] the serial of a zone stays', async () => {
    const { client } = await makeAccount(app);
    const { id } = await makeDomain(client, [['A', 'www', '192.0.2.1']]);
    const [record] = done(await client.get(`/domains/${id}/records`)).data as { id: number }[];
    const zone = async () => done(await client.get(`/domains/${id}/zone-file`)).zone_file as string[];
    const before = await zone();
    done(await client.put(`/domains/${id}`, { status: 'active' }));
    done(await client.put(`/domains/${id}/records/${record!.id}`, { target: '192.0.2.1' }));
    expect(await zone()).toEqual(before);
  });
});
