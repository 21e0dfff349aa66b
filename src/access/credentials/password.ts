import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** The library's default algorithm is argon2id. */
const ARGON2ID = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Half of the cores, so that other requests don't wait for logins. */
const PARALLEL = Math.max(1, Math.floor(availableParallelism() / 2));

/** The argon2id hash to store. It contains its parameters and salt (D-49). */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2ID));
}

/**
 * Whether the password matches the stored hash. Without a hash (unknown user, user without a
 * password) it verifies a dummy hash and returns false, so that the time does not reveal which
 * users exist (D-49).
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const stored = passwordHash ?? (await dummyHash());
  const matches = await inTurn(() => verify(stored, password));
  return matches && passwordHash !== null;
}

let dummy: Promise<string> | undefined;

function dummyHash(): Promise<string> {
  dummy ??= hashPassword('no user has this password');
  return dummy;
}

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= PARALLEL) await new Promise<void>((start) => waiting.push(start));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
