import { jest } from '@jest/globals';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { Controller, Get, RequestMethod } from '@nestjs/common';
import { endpointNameOf } from '../../src/access/endpoint.decorator.js';
import { endpointOf, ENDPOINTS, type EndpointName } from '../../src/access/endpoints.js';
import { AppModule } from '../../src/app.module.js';
import { isPublic } from '../../src/shared/http/routes/public.decorator.js';
import { startApp, type TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';
import { handlers, implementedRows, type Handler } from './rows.js';

/** A handler whose author has forgotten its access rules. */
@Controller()
class Forgetful {
  @Get('/v4/forgotten')
  answer() {
    return {};
  }
}

describe('the endpoint table', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.close());

  const isOpen = ({ handler, controller }: Handler) => isPublic(handler, controller);

  it('[D-20] every handler of the running application has a row, which gives its route, or is public', () => {
    const wrong = handlers(app).filter((found) => {
      const name = endpointNameOf(found.handler);
      if (!name) return !isOpen(found);
      return (
        isOpen(found) || routeOf(found.handler) !== `${endpointOf(name).method} ${endpointOf(name).path}`
      );
    });
    expect(wrong.map(({ title }) => title)).toEqual([]);
  });

  it('[D-146] the public handlers are those of sign-in', () => {
    expect(
      handlers(app)
        .filter(isOpen)
        .map(({ title }) => title),
    ).toEqual([
      'MetadataController.metadata',
      'OAuthController.authorize',
      'OAuthController.submit',
      'LoginController.show',
      'LoginController.submit',
      'LoginController.showLogout',
      'LoginController.logOut',
      'GivenAccessController.show',
      'GivenAccessController.submit',
      'SecurityController.show',
      'SecurityController.submit',
      'PasskeysController.show',
      'PasskeysController.submit',
      'AuthorizationController.show',
      'AuthorizationController.submit',
    ]);
  });

  it('[D-20] every row has one handler', () => {
    const names = implementedRows(app).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    const missing = Object.keys(ENDPOINTS).filter((name) => !names.includes(name as EndpointName));
    expect(missing).toEqual([]);
  });
});

it('[D-20] a handler without a row that is not public is 404', async () => {
  const register = AppModule.register.bind(AppModule);
  jest
    .spyOn(AppModule, 'register')
    .mockImplementation((options) => ({ ...register(options), controllers: [Forgetful] }));
  const app = await startApp();
  try {
    const { client } = await makeAccount(app);
    expect(handlers(app).map(({ title }) => title)).toContain('Forgetful.answer');
    expect((await client.get('/forgotten')).status).toBe(404);
  } finally {
    await app.close();
  }
});

function routeOf(handler: object): string {
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  return `${method} ${Reflect.getMetadata(PATH_METADATA, handler)}`;
}
