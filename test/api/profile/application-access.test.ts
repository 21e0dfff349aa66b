import { startApp, type TestApp } from '../../support/app.js';
import { platform, type Client } from '../../support/client.js';
import { signIn } from '../../support/login.js';
import { done, makeAccount } from '../../support/makers.js';
import {
  apiOf,
  authorize,
  makeOAuthClient,
  PASSWORD,
  postForm,
  redeem,
  refresh,
} from '../../support/oauth.js';
import { query } from '../../support/sql.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const SCOPE = { scope: 'account:read_write vpc:read_only' };

/** A user who has let an application in, which has made a personal token, and another one with that. */
async function makeScene() {
  const account = await makeAccount(app);
  const client = await makeOAuthClient(app, account);
  const code = await authorize(app, client, account.username, SCOPE);
  const pair = (await redeem(app, client, code)).body as { access_token: string; refresh_token: string };
  const made = await makeToken(apiOf(app, pair.access_token), 'made');
  const madeInTurn = await makeToken(made, 'made in turn');
  const own = await makeToken(account.client, 'own');
  return { account, client, code, pair, made, madeInTurn, own };
}

type Scene = Awaited<ReturnType<typeof makeScene>>;

async function makeToken(client: Client, label: string): Promise<Client> {
  return apiOf(app, done(await client.post('/profile/tokens', { label })).token as string);
}

const statuses = (clients: readonly Client[]) =>
  Promise.all(clients.map(async (client) => (await client.get('/profile')).status));

async function deletedTokens({ own }: Scene): Promise<string[]> {
  const { data } = done(await own.filter('/account/events', { action: 'token_delete' }));
  return data.map(({ entity }: { entity: { label: string } }) => entity.label).sort();
}

async function appId({ own }: Scene): Promise<number> {
  return done(await own.get('/profile/apps')).data[0].id as number;
}

describe('[D-208] the personal tokens that an application made', () => {
  it.each<[string, (scene: Scene) => Promise<unknown>]>([
    ['the user deletes the app', async (scene) => scene.own.delete(`/profile/apps/${await appId(scene)}`)],
    [
      'its account deletes the client',
      ({ own, client }) => own.delete(`/account/oauth-clients/${client.id}`),
    ],
    [
      'its account resets the secret',
      ({ own, client }) => own.post(`/account/oauth-clients/${client.id}/reset-secret`),
    ],
    ['its code is used again', ({ client, code }) => redeem(app, client, code)],
    [
      'its refresh token is used again',
      async ({ client, pair }) => {
        await refresh(app, client, pair.refresh_token);
        await refresh(app, client, pair.refresh_token);
      },
    ],
    [
      'its refresh token is revoked',
      ({ client, pair }) => postForm(app, '/oauth/revoke', client, { token: pair.refresh_token }),
    ],
    [
      'the user gets a new password',
      ({ account }) => platform(app).put(`/users/${account.username}/password`, { password: PASSWORD }),
    ],
    [
      'the user changes the password',
      async ({ account }) => {
        const visitor = await signIn(app, account);
        await visitor.get('/login/security');
        const form = { step: 'password', current: PASSWORD, password: 'a new good password' };
        await visitor.submit('/login/security', form);
      },
    ],
  ])('end when %s, each with its event', async (_, end) => {
    const scene = await makeScene();
    expect(await statuses([scene.made, scene.madeInTurn, scene.own])).toEqual([200, 200, 200]);
    await end(scene);
    expect(await statuses([scene.made, scene.madeInTurn, scene.own])).toEqual([401, 401, 200]);
    expect(await deletedTokens(scene)).toEqual(['made', 'made in turn']);
  });

  it('stay when only its access token ends', async () => {
    const { client, pair, made, madeInTurn } = await makeScene();
    await refresh(app, client, pair.refresh_token);
    expect((await apiOf(app, pair.access_token).get('/profile')).status).toBe(401);
    expect(await statuses([made, madeInTurn])).toEqual([200, 200]);
  });

  it('stay when another consent of the same user ends', async () => {
    const { account, client, made } = await makeScene();
    const second = (await redeem(app, client, await authorize(app, client, account.username, SCOPE))).body;
    await postForm(app, '/oauth/revoke', client, { token: second.refresh_token as string });
    expect(await statuses([made])).toEqual([200]);
  });

  it('end with the oldest of more than 100 consents, each with its event', async () => {
    const scene = await makeScene();
    const { account, client, pair, made } = scene;
    const again = () => authorize(app, client, account.username, SCOPE);
    await query(
      app,
      `INSERT INTO oauth_grants (id, account_id, user_id, client_id, authorized_app_id, payload, created)
       SELECT g.id || n, g.account_id, g.user_id, g.client_id, g.authorized_app_id, g.payload, g.created + interval '1 s'
       FROM oauth_grants g, generate_series(1, 98) n WHERE g.user_id = $1`,
      [account.uid],
    );
    app.clock.forward(2);
    await again();
    expect(await statuses([made])).toEqual([200]);
    const code = await again();
    expect(await statuses([made])).toEqual([401]);
    expect(await deletedTokens(scene)).toEqual(['made', 'made in turn']);
    expect((await refresh(app, client, pair.refresh_token)).body.error).toBe('invalid_grant');
    expect((await redeem(app, client, code)).status).toBe(200);
  });

  it('are not made by an application that is being revoked', async () => {
    for (let round = 0; round < 5; round++) {
      const scene = await makeScene();
      const id = await appId(scene);
      const [created] = await Promise.all([
        scene.made.post('/profile/tokens', { label: 'late' }),
        scene.own.delete(`/profile/apps/${id}`),
      ]);
      if (created.status === 200) {
        expect((await apiOf(app, created.body.token as string).get('/profile')).status).toBe(401);
      }
    }
  });
});

describe('[D-207] the scopes of an app', () => {
  const scopesOf = async (scene: Scene) =>
    done(await scene.own.get('/profile/apps')).data[0].scopes as string;

  it('are those of all its live tokens together', async () => {
    const scene = await makeScene();
    await redeem(
      app,
      scene.client,
      await authorize(app, scene.client, scene.account.username, {
        scope: 'vpc:read_only domains:read_only',
      }),
    );
    expect(await scopesOf(scene)).toBe('account:read_write vpc:read_only domains:read_only');
  });

  it('include what the refresh token can get, even if the access token has fewer scopes', async () => {
    const scene = await makeScene();
    await refresh(app, scene.client, scene.pair.refresh_token, { scope: 'vpc:read_only' });
    expect((await scopesOf(scene)).split(' ').sort()).toEqual(['account:read_write', 'vpc:read_only']);
  });

  it('are filtered by the text that is shown', async () => {
    const { own } = await makeScene();
    const scopes = 'account:read_write vpc:read_only';
    expect((await own.filter('/profile/apps', { scopes })).body.results).toBe(1);
  });
});
