import { startApp, type TestApp } from '../support/app.js';
import { Client, NOT_FOUND, refusal } from '../support/client.js';
import { makeAccount, makeVpc } from '../support/makers.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

it('[D-32] requests at once, of several accounts, each see what their own token may see', async () => {
  const accounts = await Promise.all(
    ['one', 'two', 'three'].map(async (label) => {
      const { client, username } = await makeAccount(app);
      return { client, username, vpc: (await makeVpc(client, { label })).id as number };
    }),
  );
  const stranger = new Client(app.url, 'f'.repeat(64));
  const asked = Array.from({ length: 20 }, () => accounts)
    .flat()
    .flatMap(({ client, username, vpc }, index) => {
      const other = accounts[(index + 1) % accounts.length]!;
      return [
        client.get('/profile').then(({ body }) => expect(body).toMatchObject({ username })),
        client.get(`/vpcs/${vpc}`).then(({ body }) => expect(body).toMatchObject({ id: vpc })),
        other.client.get(`/vpcs/${vpc}`).then(({ body }) => expect(body).toEqual(NOT_FOUND)),
        stranger.get(`/vpcs/${vpc}`).then(({ body }) => expect(body).toEqual(refusal('', 'Invalid Token'))),
      ];
    });
  await Promise.all(asked);
  expect(asked).toHaveLength(240);
});
