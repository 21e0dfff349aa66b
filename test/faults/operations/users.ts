import { Client, platform } from '../../support/client.js';
import { done, makeToken } from '../../support/makers.js';
import type { Operation } from '../support/operation.js';
import type { FaultyService } from '../support/faulty-service.js';

const EMAIL = 'someone@example.com';
const PASSWORD = 'correct horse battery';
const KEY = 'ssh-ed25519 AAAA someone';

export const USER_OPERATIONS: readonly Operation[] = [
  {
    name: 'user create',
    prepare: ({ account }, name) =>
      Promise.resolve(() => account.client.post('/account/users', { username: name, email: EMAIL })),
  },
  {
    name: 'user rename and new password',
    prepare: async (service, name) => {
      await makeUser(service, name);
      const body = { username: `${name}-x`, password: PASSWORD };
      return () => service.account.client.put(`/account/users/${name}`, body);
    },
  },
  {
    name: 'user delete',
    prepare: async (service, name) => {
      const client = await makeUser(service, name);
      done(await client.post('/profile/sshkeys', { ssh_key: KEY }));
      done(await client.put('/profile/preferences', { a: 1 }));
      return () => service.account.client.delete(`/account/users/${name}`);
    },
  },
  {
    name: 'grants of a user',
    prepare: async (service, name) => {
      await makeUser(service, name, true);
      const { client } = service.account;
      const vpc = done(await client.post('/vpcs', { label: name, region: 'us-east' }));
      const body = { global: { add_vpcs: true }, vpc: [{ id: vpc.id, permissions: 'read_write' }] };
      return () => client.put(`/account/users/${name}/grants`, body);
    },
  },
  {
    name: 'account create',
    prepare: ({ app }, name) => {
      const user = { username: name, email: EMAIL, password: PASSWORD };
      return Promise.resolve(() => platform(app).post('/accounts', { company: 'c', email: EMAIL, user }));
    },
  },
  {
    name: 'account delete',
    prepare: async ({ app }, name) => {
      const user = { username: name, email: EMAIL, password: PASSWORD };
      const { id } = done(await platform(app).post('/accounts', { company: 'c', email: EMAIL, user }));
      return () => platform(app).delete(`/accounts/${id}`);
    },
  },
  {
    name: 'OAuth client create',
    prepare: ({ account }, name) => {
      const body = { label: name, redirect_uri: 'https://app.example/callback' };
      return Promise.resolve(() => account.client.post('/account/oauth-clients', body));
    },
  },
  {
    name: 'OAuth client delete',
    prepare: async ({ account }, name) => {
      const body = { label: name, redirect_uri: 'https://app.example/callback' };
      const { id } = done(await account.client.post('/account/oauth-clients', body));
      return () => account.client.delete(`/account/oauth-clients/${id}`);
    },
  },
];

/** A user with a token. */
export async function makeUser(
  service: FaultyService,
  username: string,
  restricted = false,
): Promise<Client> {
  const user = { username, email: EMAIL, restricted };
  done(await platform(service.app).post(`/accounts/${service.account.id}/users`, user));
  return makeToken(service.app, username, '*');
}
