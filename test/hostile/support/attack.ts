import type { ServiceProcess } from './service-process.js';

/** What an attacker does, again and again. */
export interface Attack {
  /** Rounds at the same time. */
  readonly lanes: number;
  /** @throws Error when the service did not do what the attack is about */
  round(): Promise<void>;
  /** Lets go of what the attack uses. */
  end?(): Promise<void>;
}

/** @param nameserverPort where the service asks the nameservers of customers */
export type MakeAttack = (service: ServiceProcess, nameserverPort: number) => Promise<Attack>;

/**
 * Does the work while the attack goes on: it begins when a first round is over, and rounds follow until it ends.
 * @returns the result of the work, and how many rounds ended meanwhile
 */
export async function underAttack<Result>(
  attack: Attack,
  work: () => Promise<Result>,
): Promise<{ result: Result; rounds: number }> {
  let over = false;
  let rounds = 0;
  let firstRound = () => undefined as void;
  const begun = new Promise<void>((resolve) => (firstRound = resolve));
  const lane = async () => {
    while (!over) {
      await attack.round();
      rounds++;
      firstRound();
    }
  };
  const lanes = Promise.all(Array.from({ length: attack.lanes }, lane));
  await Promise.race([begun, lanes]);
  try {
    rounds = 0;
    return { result: await work(), rounds };
  } finally {
    over = true;
    await lanes;
  }
}

/** More than the lists of an account (D-211), so that some rounds wait or are refused. Still more would only wait longer. */
const MAX_LANES = 5;

/** So many rounds or more, for so long: what a short round leaves is seen only after many. */
export async function attackRounds(
  { lanes, round }: Attack,
  count: number,
  milliseconds: number,
): Promise<void> {
  let left = count;
  const until = performance.now() + milliseconds;
  const lane = async () => {
    while (left-- > 0 || performance.now() < until) await round();
  };
  await Promise.all(Array.from({ length: Math.min(lanes, MAX_LANES) }, lane));
}
