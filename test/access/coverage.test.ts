import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { RequestMethod } from '@nestjs/common';
import { endpointNameOf } from '../../src/access/endpoint.decorator.js';
import { endpointOf, ENDPOINTS, type EndpointName } from '../../src/access/endpoints.js';
import { startApp, type TestApp } from '../support/app.js';
import { handlers, implementedRows } from './rows.js';

describe('the endpoint table', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.close());

  it('[D-20] every handler of the running application has a row, and its route from there', () => {
    const wrong = handlers(app).filter(({ handler }) => {
      const name = endpointNameOf(handler);
      return !name || routeOf(handler) !== `${endpointOf(name).method} ${endpointOf(name).path}`;
    });
    expect(wrong.map(({ title }) => title)).toEqual([]);
  });

  it('[D-20] every row has one handler', () => {
    const names = implementedRows(app).map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    const missing = Object.keys(ENDPOINTS).filter((name) => !names.includes(name as EndpointName));
    expect(missing).toEqual([]);
  });
});

function routeOf(handler: object): string {
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  return `${method} ${Reflect.getMetadata(PATH_METADATA, handler)}`;
}
