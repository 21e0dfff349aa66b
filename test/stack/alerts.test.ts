import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Fleet, instance, type Replica } from './fleet.js';

/** Each alert about processes fires by the fault that it is for. */
describe('[D-229] the alerts', () => {
  let fleet: Fleet;
  /** Two replicas that nothing happens to until the last test. Their builds differ. */
  let calm: Replica[];

  beforeAll(async () => {
    fleet = await Fleet.start({ GIT_COMMIT: 'one' }, { GIT_COMMIT: 'another' });
    calm = fleet.replicas;
  });
  afterAll(() => fleet.stop());

  it('are quiet while nothing is wrong', async () => {
    await fleet.watch.until('count(count_over_time(up[10s]) > 15)', 2);
    expect(await fleet.watch.firing()).toEqual([]);
  });

  it('tell of a replica that dies again and again', async () => {
    const env = { DATABASE_URL: await fleet.createDatabase() };
    let replica = await fleet.add({ env });
    await fleet.watch.expectAlerts(['CrashLoop'], async () => {
      for (let death = 0; death < 4; death++) {
        await fleet.kill(replica);
        replica = await fleet.add({ env, ports: [replica.port, replica.metricsPort] });
      }
    });
    await fleet.remove(replica);
  });

  it('tell of a replica that runs out of memory and files, and of a store without room', async () => {
    const store = join(fleet.folder, 'small-store');
    const preloaded = join(fleet.folder, 'memory-limit.mjs');
    mkdirSync(store);
    // Stands for the kernel's answer: a test may not make a cgroup everywhere. test/compose asks a container with a real limit.
    writeFileSync(preloaded, 'process.constrainedMemory = () => 100e6;');
    const zeros = `head -c 1000000 /dev/zero > ${store}/zeros`;
    const bounds = `mount -t tmpfs -o size=1m none ${store} && ${zeros} && ulimit -n 1000 && exec "$@"`;
    const command = ['unshare', '--map-root-user', '--mount', 'sh', '-c', bounds, 'sh'];
    const env = { IMAGE_STORE: `file:${store}`, NODE_OPTIONS: `--import=${preloaded}` };
    const replica = await fleet.watch.expectAlerts(
      ['MemoryGrows', 'FileDescriptors', 'ImageStoreFull'],
      async () => {
        const cramped = await fleet.add({ env, command });
        // Enough for the alert, and some left for the scrapes.
        const missing = `0.9 * process_max_fds{${instance(cramped)}} - process_open_fds{${instance(cramped)}}`;
        const count = Math.floor((await fleet.watch.value(missing))!);
        for (let made = 0; made < count; made++)
          connect(cramped.port, '127.0.0.1').on('error', () => undefined);
        return cramped;
      },
    );
    await fleet.remove(replica);
  });

  it('tell of a process that holds its event loop', async () => {
    const replica = await fleet.add({});
    let isOver = false;
    const halts = async () => {
      for (; !isOver; await setTimeout(100)) {
        replica.child.kill('SIGSTOP');
        await setTimeout(300);
        replica.child.kill('SIGCONT');
      }
    };
    const { halted } = await fleet.watch.expectAlerts(['EventLoopBlocked'], async () => ({
      halted: halts(),
    }));
    isOver = true;
    await halted;
    await fleet.remove(replica);
  });

  it('tell of builds that run side by side for long, of replicas that are gone or hang, and when all are gone', async () => {
    await fleet.watch.untilFiring(['VersionsDiffer']);
    await fleet.watch.expectAlerts(['ReplicaGone'], () => fleet.remove(calm[0]!));
    await fleet.watch.expectAlerts(['ServiceDown'], async () => calm[1]!.child.kill('SIGSTOP'));
    await fleet.remove(calm[1]!);
    await fleet.watch.untilFiring(['AllReplicasGone']);
  });
});
