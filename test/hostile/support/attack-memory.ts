import { freePort } from '../../support/free-port.js';
import { iterations } from '../../support/iterations.js';
import { attackRounds, type Attack } from './attack.js';
import { startAttackedService, type Attacks } from './attacks/all.js';
import { growthOf } from './memory-growth.js';
import { report } from './seeded-run.js';
import type { ServiceProcess } from './service-process.js';

const ROUNDS = iterations('HOSTILE_ROUNDS', 6);
/** How long an attack goes on, at least, between two looks at the memory. */
const LOOK_MS = 200;
const TEN_MINUTES_MS = 600_000;

/** Describes that none of the attacks leaves anything in the memory of a service of their own. */
export async function describeMemoryAfter(attacks: Attacks): Promise<void> {
  let service: ServiceProcess;
  const nameserverPort = await freePort();
  beforeAll(async () => (service = await startAttackedService(nameserverPort)));
  afterAll(() => service.stop());

  describe.each(Object.entries(attacks))('%s', (name, make) => {
    let attack: Attack;
    beforeAll(async () => (attack = await make(service, nameserverPort)));
    afterAll(() => attack.end?.());

    it(
      'leaves nothing in memory',
      async () => {
        const { heap, resident } = await growthOf(service, ROUNDS, (count) =>
          attackRounds(attack, count, LOOK_MS),
        );
        report(
          `${name}: heap ${heap} MiB, resident ${resident} MiB more in the last third of ${ROUNDS} rounds or more`,
        );
        expect(heap).toBeLessThan(3);
        expect(resident).toBeLessThan(32);
        expect(service.isRunning()).toBe(true);
      },
      TEN_MINUTES_MS,
    );
  });
}
