import { freePort } from '../support/free-port.js';
import { iterations } from '../support/iterations.js';
import { attackRounds, type Attack } from './support/attack.js';
import { ATTACKS, startAttackedService } from './support/attacks/all.js';
import { growthOf } from './support/memory-growth.js';
import { report } from './support/seeded-run.js';
import type { ServiceProcess } from './support/service-process.js';

const ROUNDS = iterations('HOSTILE_ROUNDS', 6);
/** How long an attack goes on, at least, between two looks at the memory. */
const LOOK_MS = 200;
const TEN_MINUTES_MS = 600_000;

let service: ServiceProcess;
const nameserverPort = await freePort();
beforeAll(async () => (service = await startAttackedService(nameserverPort)));
afterAll(() => service.stop());

describe.each(Object.entries(ATTACKS))('%s', (name, make) => {
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
