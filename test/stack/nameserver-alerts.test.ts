import { Resolver } from 'node:dns/promises';
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePorts } from '../support/free-port.js';
import { query } from '../support/sql.js';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { startNameserver, type Program } from './programs.js';
import { Watch } from './watch.js';

/** Each alert about nameservers fires by the fault that it is for. */
describe('[D-229] the alerts', () => {
  let folder: string;
  let database: TestDatabase;
  let nameserver: Program;
  let port: number;
  let resolver: Resolver;
  let watch: Watch;
  let metricsPort: number;

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    database = await createTestDatabase();
    [port, metricsPort] = (await freePorts(2)) as [number, number];
    nameserver = await startNameserver(port, database.url, folder, metricsPort);
    resolver = new Resolver({ timeout: 500, tries: 1 });
    resolver.setServers([`127.0.0.1:${port}`]);
    watch = await Watch.start();
    watch.targets('powerdns', metricsPort);
    await watch.until('up{job="powerdns"}', 1);
  });
  afterAll(async () => {
    await nameserver.stop('SIGKILL');
    await watch.stop();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  it('watch a nameserver that pdns.conf lets listen on IPv4 and IPv6', async () => {
    for (const address of ['127.0.0.1', '[::1]']) {
      const other = new Resolver({ timeout: 5000 });
      other.setServers([`${address}:${port}`]);
      await expect(other.resolve4('www.unknown.example')).rejects.toMatchObject({ code: 'EREFUSED' });
    }
  });

  it('tell of a nameserver that hangs', async () => {
    await watch.expectAlerts(['NameserverDown'], async () => nameserver.signal('SIGSTOP'));
    nameserver.signal('SIGCONT');
    await watch.until('up{job="powerdns"}', 1);
  });

  it('tell of a nameserver that is gone from discovery', async () => {
    await watch.expectAlerts(['NameserverGone'], async () => watch.targets('powerdns'));
    watch.targets('powerdns', metricsPort);
    await watch.until('up{job="powerdns"}', 1);
  });

  it('tell of a nameserver that may not read its database', async () => {
    let isOver = false;
    const asks = async () => {
      for (let number = 0; !isOver; number++) {
        await resolver.resolve4(`www.example${number}.example`).catch(() => undefined);
        await setTimeout(20);
      }
    };
    const { asked } = await watch.expectAlerts(['NameserverFailing'], async () => {
      await query({ databaseUrl: database.url }, 'ALTER SCHEMA pdns RENAME TO pdns_away');
      return { asked: asks() };
    });
    isOver = true;
    await asked;
  });
});
