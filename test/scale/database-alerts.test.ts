import { rmSync } from 'node:fs';
import pg from 'pg';
import { makeTemporaryFolder } from '../support/temporary-postgres.js';
import { Watch } from '../stack/watch.js';
import { DatabaseCluster, type DatabaseMachine } from './patroni.js';

/** Each alert about the database machines fires by the fault that it is for. */
describe('[D-229] the alerts', () => {
  let folder: string;
  let cluster: DatabaseCluster;
  let watch: Watch;

  beforeAll(async () => {
    folder = makeTemporaryFolder();
    cluster = await DatabaseCluster.start(folder);
    watch = await Watch.start();
    watch.targets('patroni', ...cluster.machines.map(({ patroniPort }) => patroniPort));
    await watch.until('count(up{job="patroni"} == 1)', 2);
  }, 300_000);
  afterAll(async () => {
    await watch.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  it('tell of a standby that no longer replays the log', async () => {
    const primary = await cluster.primary();
    const standby = cluster.machines.find((machine) => machine !== primary)!;
    // As with a disk that hangs. Patroni would end a pause of PostgreSQL's own.
    const startup = `SELECT pid FROM pg_stat_activity WHERE backend_type = 'startup'`;
    const { pid } = (await onMachine(standby, startup)) as { pid: number };
    process.kill(pid, 'SIGSTOP');
    await watch.expectAlerts(['ReplicationLag'], () =>
      onMachine(primary, `SELECT pg_logical_emit_message(true, 'test', repeat('x', 100000000))`),
    );
    process.kill(pid, 'SIGCONT');
  });

  it('tell of a primary whose machine is lost', async () => {
    const primary = await cluster.primary();
    await watch.expectAlerts(['DatabaseMachineDown', 'NoPrimary'], () => primary.kill());
  });

  async function onMachine({ postgresPort }: DatabaseMachine, text: string): Promise<unknown> {
    const url = new URL(cluster.superuserUrl);
    url.port = String(postgresPort);
    const session = new pg.Client(url.href);
    await session.connect();
    const { rows } = await session.query(text);
    await session.end();
    return rows[0];
  }
});
