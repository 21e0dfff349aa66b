import { startApp, type TestApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { done, makeAccount, makeToken, next } from '../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const ROUNDS = 10;

/** Two unrestricted users of one account, each with a token. */
async function makePair(): Promise<{ username: string; client: Client }[]> {
  const { username, client } = await makeAccount(app);
  const other = `other-${next()}`;
  done(await client.post('/account/users', { username: other, email: 'o@example.com', restricted: false }));
  return [
    { username, client },
    { username: other, client: await makeToken(app, other, '*') },
  ];
}

describe('[D-21] the last unrestricted user can’t be lost', () => {
  it('when two restrict each other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = (await makePair()) as [{ username: string; client: Client }, never];
      const statuses = await Promise.all([
        one.client.put(`/account/users/${(two as typeof one).username}`, { restricted: true }),
        (two as typeof one).client.put(`/account/users/${one.username}`, { restricted: true }),
      ]);
      expect(statuses.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    }
  });

  it('when two delete each other', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [one, two] = await makePair();
      const answers = await Promise.all([
        one!.client.delete(`/account/users/${two!.username}`),
        two!.client.delete(`/account/users/${one!.username}`),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
  });

  it('when both restrict themselves', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const pair = await makePair();
      const answers = await Promise.all(
        pair.map(({ client, username }) => client.put(`/account/users/${username}`, { restricted: true })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });
});
