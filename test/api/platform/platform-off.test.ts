import { startApp, PLATFORM_TOKEN, type TestApp } from '../../support/app.js';
import { Client, NOT_FOUND } from '../../support/client.js';

let app: TestApp;
beforeAll(async () => (app = await startApp({ PLATFORM_TOKEN: '' })));
afterAll(() => app.close());

it('[D-221] two tokens of PLATFORM_TOKEN are both valid, and no other is', async () => {
  const [old, fresh] = ['old', 'new'].map((word) => word.repeat(12));
  const rotating = await startApp({ PLATFORM_TOKEN: `${old},${fresh}` });
  const status = async (token: string) =>
    (await new Client(rotating.url, token, '/platform/v1').get('/instances/1')).status;
  expect(await Promise.all([old!, fresh!, `${old},${fresh}`, 'other'.repeat(8)].map(status))).toEqual([
    404, 404, 401, 401,
  ]);
  await rotating.close();
});

describe('without PLATFORM_TOKEN', () => {
  it.each([
    ['POST', '/accounts'],
    ['DELETE', '/accounts/1'],
    ['PUT', '/accounts/1/billing'],
    ['POST', '/accounts/1/users'],
    ['PUT', '/users/ada/password'],
    ['DELETE', '/users/ada'],
    ['PUT', '/users/ada/grants'],
    ['POST', '/users/ada/tokens'],
    ['POST', '/oauth-clients'],
    ['PUT', '/instances/1'],
    ['GET', '/instances/1'],
    ['DELETE', '/instances/1'],
    ['PUT', '/images/x'],
    ['GET', '/images/private/1/data'],
    ['GET', '/nothing'],
    ['PATCH', '/accounts'],
    ['OPTIONS', '/accounts'],
  ])('[Platform API] %s /platform/v1%s is 404, as if it did not exist', async (method, path) => {
    const body = method === 'POST' || method === 'PUT' ? '{' : undefined;
    for (const token of [undefined, PLATFORM_TOKEN, '']) {
      const answer = await new Client(app.url, token, '/platform/v1').send(method, path, body);
      expect([token, answer.status, answer.body]).toEqual([token, 404, NOT_FOUND]);
      expect(answer.headers.get('allow')).toBeNull();
      expect(answer.headers.get('www-authenticate')).toBeNull();
    }
  });
});
