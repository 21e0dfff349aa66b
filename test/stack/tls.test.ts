import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { get, type RequestOptions } from 'node:https';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { freePorts } from '../support/free-port.js';
import { makeAccount } from '../support/makers.js';
import { narrow } from '../support/narrowed.js';
import { startProxy, type Program } from './programs.js';

/** Debian's HAProxy with haproxy.cfg and tls.cfg. */
describe('deploy/haproxy/tls.cfg', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  let app: TestApp;
  let proxies: Program[];
  let port: number;
  let portBehindProxy: number;

  beforeAll(async () => {
    const certificates = join(folder, 'certificates');
    mkdirSync(certificates);
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const options = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
    ];
    execFileSync('openssl', [...options, ...subject, ...files], { stdio: 'pipe' });
    const both = ['certificate.pem', 'key.pem']
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('');
    writeFileSync(join(certificates, 'localhost.pem'), both);
    const ports = await freePorts(6);
    [port, portBehindProxy] = ports as [number, number];
    app = await startApp({ TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://localhost' });
    const replicas = [Number(new URL(app.url).port)];
    const [plain, behind] = ['plain', 'behind'].map((name) => join(folder, name)) as [string, string];
    mkdirSync(plain);
    mkdirSync(behind);
    const listen = (index: number) => ({ customers: ports[index]!, platform: ports[index + 1]!, replicas });
    proxies = [
      await startProxy({ ...listen(2), tls: { port, certificates } }, plain),
      await startProxy(
        { ...listen(4), tls: { port: portBehindProxy, certificates, behindProxy: true } },
        behind,
      ),
    ];
  });
  afterAll(async () => {
    await Promise.all(proxies.map((proxy) => proxy.stop()));
    await app.close();
    rmSync(folder, { recursive: true });
  });

  const authority = () => readFileSync(join(folder, 'certificate.pem'));

  async function ask(path: string, options: RequestOptions = { agent: false }): Promise<IncomingMessage> {
    const request = get({ host: 'localhost', port, path, ca: authority(), ...options });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response.resume();
  }

  /** As an outer proxy that sends the PROXY protocol (version 1) before the customer's own bytes. */
  async function askFrom(
    address: string,
    path: string,
    headers: OutgoingHttpHeaders,
  ): Promise<IncomingMessage> {
    const socket = createConnection(portBehindProxy, '127.0.0.1');
    socket.write(`PROXY TCP4 ${address} 127.0.0.1 50000 443\r\n`);
    const secure = connect({ socket, servername: 'localhost', ca: authority() });
    await once(secure, 'secureConnect');
    return ask(path, { createConnection: () => secure, headers });
  }

  it('[D-178] [D-159] tells the service that customers come by https', async () => {
    const { statusCode, headers } = await ask('/v4/regions');
    expect(statusCode).toBe(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('[D-159] gives a customer who comes by https a cookie for https alone', async () => {
    const { headers } = await ask('/login');
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/; Secure(;|$)/i)]);
  });

  it("keeps the customer's address behind an outer proxy, and believes nobody else's word for it", async () => {
    const { client } = await makeAccount(app);
    const { token } = await narrow(app, client, { sources: ['198.51.100.7'] });
    const headers = { Authorization: `Bearer ${token}`, 'X-Forwarded-For': '198.51.100.7' };
    expect((await askFrom('198.51.100.7', '/v4/profile', headers)).statusCode).toBe(200);
    expect((await askFrom('198.51.100.8', '/v4/profile', headers)).statusCode).toBe(401);
    expect((await ask('/v4/profile', { headers, agent: false })).statusCode).toBe(401);
  });

  it('keeps the Platform API from customers', async () => {
    expect((await ask('/platform/v1/accounts')).statusCode).toBe(404);
  });
});

it.each(['cloud-account', 'cloud-account-signer', 'knot-secondary'])(
  'deploy/systemd: systemd accepts %s.service',
  (name) => {
    const unit = readFileSync(join(packageRoot, `deploy/systemd/${name}.service`), 'utf8');
    const folder = mkdtempSync(join(tmpdir(), 'unit-'));
    // The programs are where this machine has them.
    const file = join(folder, `${name}.service`);
    writeFileSync(
      file,
      unit
        .replace('/usr/bin/node', process.execPath)
        .replaceAll('/opt/cloud-account', packageRoot)
        .replaceAll('/usr/local/bin/cloud-account-knot', join(packageRoot, 'deploy/dns/knot')),
    );
    expect(execFileSync('systemd-analyze', ['verify', file], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
    rmSync(folder, { recursive: true });
  },
);
