import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { startApp, type TestApp } from '../support/app.js';
import { anonymous } from '../support/client.js';

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

it('requests and responses have Express’s prototypes, and classes derived from Node’s', async () => {
  const { request, response } = app.app.getHttpAdapter().getInstance() as {
    request: object;
    response: object;
  };
  const seen: object[][] = [];
  const server = app.app.getHttpServer() as Server;
  server.prependListener('request', (req: IncomingMessage, res: ServerResponse) => {
    seen.push([Object.getPrototypeOf(req) as object, Object.getPrototypeOf(res) as object]);
    seen.push([
      Object.getPrototypeOf(req.constructor) as object,
      Object.getPrototypeOf(res.constructor) as object,
    ]);
  });
  expect((await anonymous(app).get('/regions/us-east')).status).toBe(200);
  // Otherwise Express sets the prototype of each, its largest cost.
  expect(seen[0]![0]).toBe(request);
  expect(seen[0]![1]).toBe(response);
  // Otherwise V8 gives each a hidden class of its own.
  expect(seen[1]![0]).toBe(http.IncomingMessage);
  expect(seen[1]![1]).toBe(http.ServerResponse);
});
