import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Turns } from '../../shared/limits/turns.js';

/** The library's default algorithm is argon2id. */
export const ARGON2ID = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Half of the cores, so that other requests don't wait for logins. */
const CORES = Math.max(1, Math.floor(availableParallelism() / 2));
const turns = new Turns({ account: CORES, process: CORES }, Infinity);

/** The argon2id hash to store. It contains its parameters and salt (D-49). */
export function hashPassword(password: string): Promise<string> {
  return turns.run('all', () => hash(password, ARGON2ID));
}

/**
 * Whether the password matches the stored hash. Without a hash (unknown user, user without a
 * password) it verifies a dummy hash and returns false, so that the time does not reveal which
 * users exist (D-49).
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const stored = passwordHash ?? (await dummyHash());
  const matches = await turns.run('all', () => verify(stored, password));
  return matches && passwordHash !== null;
}

let dummy: Promise<string> | undefined;

function dummyHash(): Promise<string> {
  dummy ??= hashPassword('no user has this password');
  return dummy;
}
