import { startApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';
import { rawRequest } from '../support/raw-http.js';

const app = await startApp();
const { client } = await makeAccount(app);
afterAll(() => app.close());

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
};
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'HEAD, GET, OPTIONS, POST, PUT, DELETE',
  'access-control-max-age': '7200',
};

async function headersOf(method: string, path: string) {
  const response = await fetch(app.url + path, {
    method,
    headers: { Authorization: `Bearer ${client.token}` },
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return { status: response.status, headers: Object.fromEntries(response.headers) };
}

describe('another origin can read', () => {
  it.each([
    ['GET', '/v4'],
    ['GET', '/v4/'],
    ['GET', '/v4/nothing'],
    ['GET', '/v4/vpcs/nothing'],
    ['GET', '/v4/vpcs/9007199254740991'],
    ['GET', '/v4/vpcs/%zz'],
    ['GET', '/v4/vpcs/1/nothing'],
    ['GET', '/v4/images/private/9007199254740991'],
    ['GET', '/v4/images/nothing'],
    ['GET', '/v4/regions/nothing'],
    ['GET', '/v4beta/nothing'],
    ['GET', '/v5/vpcs'],
    ['GET', '/'],
    ['GET', '/nothing'],
    ['GET', '/oauth/nothing'],
    ['GET', '/platform/v1/nothing'],
    ['PUT', '/image-uploads/nothing'],
  ])('[D-160] the 404 of %s %s', async (method, path) => {
    const { status, headers } = await headersOf(method, path);
    expect(status).toBe(404);
    expect(headers).toMatchObject({ ...CORS, ...SECURITY });
  });

  it.each([
    '/v4',
    '/v4/',
    '/v4/nothing',
    '/v4/vpcs',
    '/v4/vpcs/%zz',
    '/v4/vpcs/1/nothing',
    '/v4beta/nothing',
  ])('[D-269] the response to the request after OPTIONS %s', async (path) => {
    const { status, headers } = await headersOf('OPTIONS', path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ ...CORS, ...SECURITY });
  });

  it('[D-160] a request that the parser refuses', async () => {
    const answer = await rawRequest(app.url, ['GET /v4/vpcs HTTP/1.1', 'Bad Header']);
    expect(answer).toMatchObject({ status: 400, headers: { ...CORS, ...SECURITY } });
  });
});

describe('the documents', () => {
  it.each(['/openapi.json', '/docs', '/docs/', '/docs/swagger-ui.css', '/docs/swagger-ui-init.js'])(
    '[D-159] %s has the security headers',
    async (path) => {
      const { status, headers } = await headersOf('GET', path);
      expect([200, 301, 302]).toContain(status);
      expect(headers).toMatchObject(SECURITY);
      expect(headers['content-security-policy']).toMatch(/default-src 'none'/);
    },
  );
});
