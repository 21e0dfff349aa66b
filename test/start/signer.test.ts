import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { runProgram } from '../support/processes.js';
import { query } from '../support/sql.js';

const signer = (env: Record<string, string>) => runProgram('signer', [], env);
const inSentence = (text: string) => ({ code: 1, stderr: `The signer can't start: ${text}\n` });

describe('a start of the signer that fails', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await createTestDatabase()));
  afterAll(() => database.drop());

  it('names every wrong setting', async () => {
    expect(await signer({ LISTEN: 'here', LOG_LEVEL: 'loud' })).toMatchObject({
      code: 1,
      stderr: `The signer can't start with these settings:
DATABASE_URL is required
LISTEN must be an address with an optional port
LOG_LEVEL must match ^(fatal|error|warn|info|debug|trace|silent)$
`,
    });
  });

  it('says that another program has its TCP port or its UDP port, and ends', async () => {
    const port = await freePort();
    const env = { DATABASE_URL: database.url, LISTEN: `127.0.0.1:${port}` };
    const taken = inSentence(`another program uses the port ${port}: stop it, or set LISTEN.`);
    const tcp = createServer().listen(port, '127.0.0.1');
    await once(tcp, 'listening');
    expect(await signer(env)).toMatchObject(taken);
    tcp.close();
    const udp = createSocket('udp4').bind(port, '127.0.0.1');
    await once(udp, 'listening');
    expect(await signer(env)).toMatchObject(taken);
    udp.close();
  });

  it('says that this machine lacks the address', async () => {
    const env = { DATABASE_URL: database.url, LISTEN: '192.0.2.1:5353' };
    expect(await signer(env)).toMatchObject(inSentence('this machine has no address 192.0.2.1: set LISTEN.'));
  });

  it('says which right its role lacks', async () => {
    const role = `${new URL(database.url).pathname.slice(1)}_reader`;
    await query({ databaseUrl: database.url }, `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    const url = Object.assign(new URL(database.url), { username: role, password: 'secret' }).href;
    expect(await signer({ DATABASE_URL: url })).toMatchObject(
      inSentence(
        'the role of DATABASE_URL lacks rights (permission denied for schema pdns): make it a member of ' +
          'cloud_account_nameserver, as docs/nameservers.md says.',
      ),
    );
    await query({ databaseUrl: database.url }, `DROP ROLE ${role}`);
  });

  it('says that the database refuses its password, or that there is no database', async () => {
    const wrong = Object.assign(new URL(database.url), { username: 'unknown', password: 'wrong' }).href;
    const { code, stderr } = await signer({ DATABASE_URL: wrong });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^The signer can't start: The database refuses the connection: .+\n$/),
    ]);
  });

  it('says that the service has not run on the database', async () => {
    const empty = await createEmptyDatabase();
    const { code, stderr } = await signer({ DATABASE_URL: empty.url });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^The signer can't start: the database has no tables of this release \(.+\): start the service on it first\.\n$/,
      ),
    ]);
    await empty.drop();
  });
});
