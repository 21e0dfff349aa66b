import { untilReady } from '../stack/programs.js';
import { DOMAIN_OPERATIONS } from './operations/domains.js';
import { IMAGE_OPERATIONS } from './operations/images.js';
import { PROFILE_OPERATIONS } from './operations/profile.js';
import { SIGN_IN_OPERATIONS } from './operations/sign-in.js';
import { USER_OPERATIONS } from './operations/users.js';
import { VPC_OPERATIONS } from './operations/vpcs.js';
import type { Operation } from './support/operation.js';
import { Random } from '../support/random.js';
import { report, SEED } from './support/seeded-run.js';
import { changesBetween, stateOf } from './support/database-state.js';
import type { Fault } from './support/postgres-fault-proxy.js';
import { startFaultyService, type FaultyService } from './support/faulty-service.js';

const OPERATIONS = [
  ...VPC_OPERATIONS,
  ...DOMAIN_OPERATIONS,
  ...IMAGE_OPERATIONS,
  ...USER_OPERATIONS,
  ...PROFILE_OPERATIONS,
  ...SIGN_IN_OPERATIONS,
];

/** Every fault at every step, as `FAULT_STEPS=all` asks for; else one fault at some. */
const IS_LONG = process.env.FAULT_STEPS === 'all';
const QUICK: readonly Fault[] = ['error', 'conflict', 'cut before', 'cut after'];
const SLOW: readonly Fault[] = ['stall before', 'stall after'];
/** In the short run, one operation in this many meets a stall. */
const STALLED_SHARE = 8;
const FEW_STEPS = 4;
const NONE = 1_000;

const random = new Random(SEED);
let service: FaultyService;
let runs = 0;
const tally = { runs: 0, before: 0, after: 0 };

beforeAll(async () => {
  report(`steps: FAULT_SEED=${SEED}`);
  service = await startFaultyService();
});
afterAll(async () => {
  await service.close();
  report(`steps: ${tally.runs} faults, ${tally.before} left nothing, ${tally.after} left the whole`);
});

describe('[D-21] whatever step fails, all has happened or nothing', () => {
  it.each(OPERATIONS)('$name', async (operation) => {
    const control = await attempt(operation, NONE, 'error');
    expect(control.status).toBe(200);
    expect(control.changes).not.toEqual([]);
    for (const step of stepsOf(control.steps)) {
      for (const fault of faultsAt(step, control.steps)) {
        await expectWholeOrNothing(operation, control.changes, step, fault);
      }
    }
    if (IS_LONG) report(`steps: ${tally.runs} faults after ${operation.name}`);
  });
});

interface Attempt {
  readonly status: number;
  readonly steps: number;
  readonly met: string | undefined;
  readonly changes: readonly string[];
  /** The same once more, with nothing in its way; the changes are those of both. */
  again(): Promise<Pick<Attempt, 'status' | 'changes'>>;
}

async function attempt(operation: Operation, step: number, fault: Fault): Promise<Attempt> {
  const name = `u${String(++runs).padStart(5, '0')}q`;
  const run = await operation.prepare(service, name);
  const before = await stateOf(service.database);
  const changes = async () => changesBetween(before, await stateOf(service.database), name);
  service.proxy.arm(step, fault);
  const { status } = await run();
  const passed = service.proxy.disarm();
  await untilReady(service.app.url);
  const again = async () => ({ status: (await run()).status, changes: await changes() });
  return { status, ...passed, changes: await changes(), again };
}

async function expectWholeOrNothing(
  operation: Operation,
  whole: readonly string[],
  step: number,
  fault: Fault,
): Promise<void> {
  const attempted = await attempt(operation, step, fault);
  const found = { fault, step, met: attempted.met, status: attempted.status, changes: attempted.changes };
  if (attempted.met === undefined) return;
  tally.runs++;
  if (attempted.status === 200) {
    tally.after++;
    expect(found).toEqual({ ...found, changes: whole });
    return;
  }
  expect(found).toEqual({ ...found, status: 503 });
  const isEffect = (change: string) => !operation.isRecordOfFailure?.(change);
  if (attempted.changes.some(isEffect)) {
    tally.after++;
    if (operation.triesAgain) return expect(found).toEqual({ ...found, changes: whole });
    // Done, and the word of it lost: only then may a failure be told of what has happened.
    expect({ ...found, fault: fault.split(' ')[1] }).toEqual({ ...found, fault: 'after', changes: whole });
    return;
  }
  tally.before++;
  const again = await attempted.again();
  if (operation.isRecordOfFailure) {
    // The record of the first attempt stays: what the second one did is counted, as its ids are others.
    expect([again.status, again.changes.filter(isEffect).length]).toEqual([200, whole.length]);
    return;
  }
  expect({ ...found, ...again }).toEqual({ ...found, status: 200, changes: whole });
}

/** In the short run the last statement, which commits, and a few others. */
function stepsOf(count: number): readonly number[] {
  const all = Array.from({ length: count }, (_, index) => index + 1);
  if (IS_LONG) return all;
  const others = Array.from({ length: FEW_STEPS - 1 }, () => random.pick(all));
  return [...new Set([...others, count])];
}

function faultsAt(step: number, steps: number): readonly Fault[] {
  if (IS_LONG) return [...QUICK, ...SLOW];
  const isStalled = step === steps && random.int(STALLED_SHARE) === 0;
  return [random.pick(QUICK), ...(isStalled ? [random.pick(SLOW)] : [])];
}
