import {
  answer,
  ask,
  authorizePath,
  enterPassword,
  makeOAuthClient,
  postForm,
  redeem,
  refresh,
} from '../../support/oauth.js';
import { platform } from '../../support/client.js';
import { done } from '../../support/makers.js';
import { Visitor } from '../../support/visitor.js';
import type { Operation } from '../support/operation.js';
import type { World } from '../support/world.js';

const PASSWORD = 'correct horse battery';

export const SIGN_IN_OPERATIONS: readonly Operation[] = [
  {
    name: 'login that is remembered',
    prepare: async (world, name) => {
      await makeUserWithPassword(world, name);
      const visitor = new Visitor(world.app);
      await visitor.get('/login');
      return async () => {
        const { status } = await enterPassword(visitor, '/login', name, { remember: 'yes' });
        return { status: status === 303 ? 200 : status };
      };
    },
  },
  {
    name: 'token exchange',
    prepare: async (world, name) => {
      const { client, code } = await authorized(world, name);
      return () => redeem(world.app, client, code);
    },
  },
  {
    name: 'token refresh',
    prepare: async (world, name) => {
      const { client, code } = await authorized(world, name);
      const { refresh_token } = done(await redeem(world.app, client, code));
      return () => refresh(world.app, client, refresh_token);
    },
  },
  {
    name: 'token revocation',
    prepare: async (world, name) => {
      const { client, code } = await authorized(world, name);
      const { refresh_token } = done(await redeem(world.app, client, code));
      return () => postForm(world.app, '/oauth/revoke', client, { token: refresh_token });
    },
  },
];

async function makeUserWithPassword({ app, account }: World, username: string): Promise<void> {
  const user = { username, email: 'someone@example.com', password: PASSWORD };
  done(await platform(app).post(`/accounts/${account.id}/users`, user));
}

/** A client with a code that waits to be redeemed. */
async function authorized(world: World, name: string) {
  await makeUserWithPassword(world, name);
  const client = await makeOAuthClient(world.app, world.account);
  const visitor = new Visitor(world.app);
  const { at } = await ask(visitor, authorizePath(client));
  await visitor.follow(await enterPassword(visitor, at, name));
  const location = await answer(visitor, at, 'allow');
  return { client, code: location.searchParams.get('code') ?? '' };
}
