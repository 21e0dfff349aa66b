import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../src/embedded-postgres/embedded-postgres.js';
import { serverAccount } from '../../src/embedded-postgres/server-account.js';
import { migrateSchema } from '../../src/database/migrations/migrate-schema.js';
import { readSettings } from '../../src/shared/config/settings.js';
import { startApp } from '../support/app.js';
import { runProgram } from '../support/processes.js';
import { TestClock } from '../support/test-clock.js';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-postgres.js';

/** As docs/operations.md sets it up: PostgreSQL has a certificate for `localhost` of a CA of its own. */
describe('DATABASE_URL with sslmode=verify-full', () => {
  const folder = makeTemporaryFolder();
  const certificates = join(folder, 'certificates');
  let postgres: EmbeddedPostgres;

  beforeAll(async () => {
    mkdirSync(certificates);
    makeAuthority('ca');
    makeAuthority('other-ca');
    makeCertificate('server', 'ca');
    postgres = await startEmbeddedPostgres({
      dataDir: folder,
      settings: {
        ssl: 'on',
        ssl_cert_file: join(certificates, 'server.pem'),
        ssl_key_file: join(certificates, 'server.key'),
      },
    });
  });
  afterAll(async () => {
    await postgres.stop();
    await removeTemporaryFolder(folder);
    rmSync(folder, { recursive: true, force: true });
  });

  it('the right name and CA are accepted, and every connection of the service is encrypted', async () => {
    const databaseUrl = urlOf('localhost', 'ca');
    await migrateSchema(readSettings({}), databaseUrl, () => undefined);
    const app = await startApp({}, { databaseUrl, clock: new TestClock() });
    const client = new pg.Client(postgres.url);
    await client.connect();
    const { rows } = await client.query(
      `SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
       WHERE client_addr IS NOT NULL AND pid <> pg_backend_pid()`,
    );
    expect(rows).toEqual([{ ssl: true }]);
    await client.end();
    await app.close();
  });

  it.each([
    ['another name', '127.0.0.1', 'ca', "Hostname/IP does not match certificate's altnames"],
    ['an unknown CA', 'localhost', 'other-ca', 'unable to verify the first certificate'],
    ["a CA that can't be read", 'localhost', 'nowhere', 'ENOENT: no such file or directory'],
  ])('%s is refused at start with a sentence', async (_name, host, authority, reason) => {
    const { code, stderr } = await runProgram('service', [], {
      DATABASE_URL: urlOf(host, authority),
      ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
    });
    expect(code).toBe(1);
    expect(stderr).toContain(`The service can't start: The database refuses the connection: ${reason}`);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  function urlOf(host: string, authority: string): string {
    const url = new URL(postgres.url);
    url.hostname = host;
    url.searchParams.set('sslmode', 'verify-full');
    url.searchParams.set('sslrootcert', join(certificates, `${authority}.pem`));
    return url.href;
  }

  function makeAuthority(name: string): void {
    const subject = ['-subj', `/CN=${name}`, '-addext', 'basicConstraints=critical,CA:TRUE'];
    openssl('req', '-x509', '-days', '2', ...subject, ...newKey(name), '-out', file(`${name}.pem`));
  }

  function makeCertificate(name: string, authority: string): void {
    openssl('req', '-new', '-subj', '/CN=localhost', ...newKey(name), '-out', file(`${name}.csr`));
    writeFileSync(file('names'), 'subjectAltName=DNS:localhost\n');
    const by = ['-CA', file(`${authority}.pem`), '-CAkey', file(`${authority}.key`), '-CAcreateserial'];
    const request = ['-req', '-in', file(`${name}.csr`), '-extfile', file('names')];
    openssl('x509', ...request, ...by, '-days', '2', '-out', file(`${name}.pem`));
    // PostgreSQL reads no key that others may read.
    const { uid, gid } = serverAccount(join(folder, 'postgres/data'));
    chmodSync(file(`${name}.key`), 0o600);
    if (uid !== undefined && gid !== undefined) chownSync(file(`${name}.key`), uid, gid);
  }

  function newKey(name: string): string[] {
    return ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', file(`${name}.key`)];
  }

  const file = (name: string) => join(certificates, name);
});

function openssl(...options: string[]): void {
  execFileSync('openssl', options, { stdio: 'pipe' });
}
