import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/database/migrations/migrate.js';
import { packageRoot } from '../../src/shared/package-root.js';
import { Client } from '../support/client.js';
import { createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { freePorts } from '../support/free-port.js';
import { makeDomain } from '../support/domains.js';
import { makeAccount } from '../support/makers.js';
import { unpackRelease, type Release } from '../support/release.js';
import { query } from '../support/sql.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { CALLS, underLoad } from '../support/under-load.js';
import {
  BUILT_MAIN,
  buildService,
  startProxy,
  startReplica,
  untilSeen,
  type Ports,
  type Program,
} from './programs.js';

/** At least this many requests run during the upgrade and the way back. */
const REQUESTS = Number(process.env.UPGRADE_REQUESTS ?? 2000);

/** A database that release 1.0.0 made has triggers on most tables, which this release drops. */
const LEFT_BY_1_0_0 = readFileSync(join(packageRoot, 'test/schema/left-by-1.0.0.sql'), 'utf8');

const TABLES = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace IN ('public'::regnamespace, 'pdns'::regnamespace)
    AND relname <> 'schema_migrations' ORDER BY 1`;

/** The last release made the database. Its replicas answer while this build migrates, replaces them, and gives way to them again. */
describe('[D-298] an upgrade from the last release', () => {
  let folder: string;
  let release: Release;
  let database: TestDatabase;
  let ports: Ports;
  let proxy: Program;
  let client: Client;
  const replicas: Program[] = [];

  beforeAll(async () => {
    buildService();
    folder = makeTemporaryFolder();
    mkdirSync(join(folder, 'proxy'));
    release = unpackRelease();
    database = await createEmptyDatabase();
    await migrate(database.url, { folder: release.migrations });
    await query({ databaseUrl: database.url }, LEFT_BY_1_0_0);
    const [customers, platform, ...rest] = (await freePorts(4)) as [number, number, ...number[]];
    ports = { customers, platform, replicas: rest };
    for (const index of ports.replicas.keys()) replicas[index] = await start(index, release.main);
    proxy = await startProxy(ports, join(folder, 'proxy'));
    const account = await makeAccount({ url: `http://127.0.0.1:${platform}` });
    client = new Client(`http://127.0.0.1:${customers}`, account.client.token);
  }, 300_000);

  afterAll(async () => {
    await Promise.all([proxy, ...replicas].map((program) => program.stop()));
    await database.drop();
    release.remove();
    rmSync(folder, { recursive: true });
  });

  it('fails no request, with a reader on each table while it migrates, nor does the way back', async () => {
    const domain = await makeDomain(client);
    const record = `/domains/${domain.id}/records`;
    const load = underLoad(client, [
      ...CALLS,
      (caller) => caller.get('/account/events'),
      (caller) => caller.post(record, { type: 'TXT', name: 'a', target: `${Math.random()}` }),
    ]);
    await load.answered(REQUESTS / 5);
    await migrateBehindReaders();
    await load.answered((2 * REQUESTS) / 5);
    await replaceAll(BUILT_MAIN);
    await load.answered((3 * REQUESTS) / 5);
    await replaceAll(release.main);
    await load.answered(REQUESTS);
    const answers = await load.stop();
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.length).toBeGreaterThanOrEqual(REQUESTS);
  }, 7_200_000);

  /** The reader releases four more tables each time when the migration has given up its locks. */
  async function migrateBehindReaders(): Promise<void> {
    const tables = (await query({ databaseUrl: database.url }, TABLES)).map(({ name }) => name as string);
    expect(tables.length).toBeGreaterThan(30);
    const reader = new pg.Client(database.url);
    await reader.connect();
    await reader.query('BEGIN');
    for (const [at, table] of tables.entries())
      await reader.query(`SAVEPOINT s${at}; SELECT FROM ${table} LIMIT 0`);
    let held = tables.length;
    await migrate(database.url, {
      onRetry: () => {
        held = Math.max(0, held - 4);
        void reader.query(`ROLLBACK TO s${held}`);
      },
    });
    await reader.end();
    expect(held).toBeLessThan(tables.length / 2);
  }

  async function replaceAll(main: string): Promise<void> {
    for (const [index, port] of ports.replicas.entries()) {
      await replicas[index]!.stop();
      replicas[index] = await start(index, main);
      await untilSeen('UP', port, join(folder, 'proxy'));
    }
  }

  function start(index: number, main: string): Promise<Program> {
    return startReplica(ports.replicas[index]!, database.url, join(folder, 'data'), main);
  }
});
