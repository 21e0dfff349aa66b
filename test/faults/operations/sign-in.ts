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
import type { FaultyService } from '../support/faulty-service.js';

const PASSWORD = 'correct horse battery';

export const SIGN_IN_OPERATIONS: readonly Operation[] = [
  {
    name: 'login that is remembered',
    // The attempt is in the history before the password is checked (D-88).
    isRecordOfFailure: (change) =>
      change.startsWith('logins {"made"') && change.includes('"status":"failed"'),
    prepare: async (service, name) => {
      await makeUserWithPassword(service, name);
      const visitor = new Visitor(service.app);
      await visitor.get('/login');
      return async () => {
        const { status } = await enterPassword(visitor, '/login', name, { remember: 'yes' });
        return { status: status === 303 ? 200 : status };
      };
    },
  },
  {
    name: 'token exchange',
    prepare: async (service, name) => {
      const { client, code } = await authorized(service, name);
      return () => redeem(service.app, client, code);
    },
  },
  {
    name: 'token refresh',
    prepare: async (service, name) => {
      const { client, code } = await authorized(service, name);
      const { refresh_token } = done(await redeem(service.app, client, code));
      return () => refresh(service.app, client, refresh_token);
    },
  },
  {
    name: 'token revocation',
    prepare: async (service, name) => {
      const { client, code } = await authorized(service, name);
      const { refresh_token } = done(await redeem(service.app, client, code));
      return () => postForm(service.app, '/oauth/revoke', client, { token: refresh_token });
    },
  },
];

async function makeUserWithPassword({ app, account }: FaultyService, username: string): Promise<void> {
  const user = { username, email: 'someone@example.com', password: PASSWORD };
  done(await platform(app).post(`/accounts/${account.id}/users`, user));
}

/** A client with a code that waits to be redeemed. */
async function authorized(service: FaultyService, name: string) {
  await makeUserWithPassword(service, name);
  const client = await makeOAuthClient(service.app, service.account);
  const visitor = new Visitor(service.app);
  const { at } = await ask(visitor, authorizePath(client));
  await visitor.follow(await enterPassword(visitor, at, name));
  const location = await answer(visitor, at, 'allow');
  return { client, code: location.searchParams.get('code') ?? '' };
}
