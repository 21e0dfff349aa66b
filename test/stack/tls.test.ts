import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';
import { startApp, type TestApp } from '../support/app.js';
import { freePorts } from '../support/free-port.js';
import { startProxy, type Program } from './programs.js';

/** Debian's HAProxy with haproxy.cfg and tls.cfg. */
describe('deploy/haproxy/tls.cfg', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tls-'));
  let app: TestApp;
  let proxy: Program;
  let port: number;

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
    const [customers, platform, https] = (await freePorts(3)) as [number, number, number];
    app = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
    const replicas = [Number(new URL(app.url).port)];
    port = https;
    proxy = await startProxy({ customers, platform, replicas, tls: { port, certificates } }, folder);
  });
  afterAll(async () => {
    await proxy.stop();
    await app.close();
    rmSync(folder, { recursive: true });
  });

  async function ask(path: string): Promise<IncomingMessage> {
    const ca = readFileSync(join(folder, 'certificate.pem'));
    const [response] = (await once(get({ host: 'localhost', port, path, ca, agent: false }), 'response')) as [
      IncomingMessage,
    ];
    return response.resume();
  }

  it('[D-178] [D-159] tells the service that customers come by https', async () => {
    const { statusCode, headers } = await ask('/v4/regions');
    expect(statusCode).toBe(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('keeps the Platform API from customers', async () => {
    expect((await ask('/platform/v1/accounts')).statusCode).toBe(404);
  });
});

it('deploy/systemd: systemd accepts the unit', () => {
  const unit = readFileSync(join(packageRoot, 'deploy/systemd/cloud-account.service'), 'utf8');
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  // The programs are where this machine has them.
  const file = join(folder, 'cloud-account.service');
  writeFileSync(
    file,
    unit.replace('/usr/bin/node', process.execPath).replaceAll('/opt/cloud-account', packageRoot),
  );
  expect(execFileSync('systemd-analyze', ['verify', file], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
  rmSync(folder, { recursive: true });
});
