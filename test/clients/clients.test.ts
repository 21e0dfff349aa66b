import { startApp, type TestApp } from '../support/app.js';
import { makeAccount } from '../support/makers.js';
import { runProgram } from './program.js';

describe('clients of the public API', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('[D-163] Apache Libcloud manages domains and records', async () => {
    const { client } = await makeAccount(app);

    expect(await runProgram('libcloud-client.py', app.url, client.token!)).toEqual({
      zone: ['libcloud.example.com', 'master', 300, 'libcloud.example.com'],
      updated: ['web', '192.0.2.2', 3600],
      deleted: true,
      records: [
        ['A', 'web', '192.0.2.2'],
        ['MX', 'mail', 'mx.example.com'],
        ['SRV', '_sip._tcp', 'sip.example.com'],
      ],
      zones: ['libcloud.example.com'],
      'zone deleted': true,
      'zones left': [],
    });
  });

  it('[D-163] Lexicon sets, finds, changes and removes an ACME challenge', async () => {
    const { client } = await makeAccount(app);
    const domain = { domain: 'lexicon-example.com', type: 'master', soa_email: 'dns@example.com' };
    expect((await client.post('/domains', domain)).status).toBe(200);

    expect(await runProgram('lexicon-client.py', app.url, client.token!)).toEqual({
      created: true,
      'created again': true,
      list: [['TXT', '_acme-challenge.lexicon-example.com', 'token-1']],
      updated: true,
      after: ['token-2'],
      deleted: true,
      left: [],
    });
  });

  it('[D-163] [D-165] the library of the web console manages VPCs, domains, the profile and images', async () => {
    const { client } = await makeAccount(app);
    const missing = [{ field: '', reason: 'Not found' }];

    expect(await runProgram('console-library.mjs', app.url, client.token!)).toEqual({
      vpc: { label: 'network', subnets: ['first', 'two'], found: 1, deleted: {}, left: 0 },
      domain: { target: '192.0.2.2', cloned: 1, status: 'disabled', missing },
      profile: {
        key: 'desktop',
        token: [64, 'domains:read_only', 16],
        timezone: 'Europe/Berlin',
        events: true,
      },
      image: { status: 'pending_upload', missing },
    });
  });
});
