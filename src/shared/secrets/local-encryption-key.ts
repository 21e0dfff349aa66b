import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../errors/start-error.js';

const KEY_BYTES = 32;
const FILE = 'encryption-key';

/**
 * The `ENCRYPTION_KEY` of the embedded database: a key under `DATA_DIR`, created by the first
 * process that needs it. Processes that start at the same time get the same key.
 * @param isNeeded whether the database contains ciphertexts, which a new key could not decrypt
 * @throws StartError when the file is lost, damaged or not readable for this user
 */
export async function localEncryptionKey(dataDir: string, isNeeded: () => Promise<boolean>): Promise<Buffer> {
  const file = join(dataDir, FILE);
  const key = readKey(file);
  if (key) return key;
  if (!(await isNeeded())) return makeKey(dataDir, file);
  // Another process that starts now may have created and used the key since.
  return readKey(file) ?? lost(file);
}

function lost(file: string): never {
  throw new StartError(
    `${file} is missing, and the database has secrets that its key encrypted: restore the file from a copy, ` +
      'or start with an empty DATA_DIR. No other key can decrypt them.',
  );
}

function readKey(file: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
    if (key.length === KEY_BYTES) return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StartError(`The encryption key can't be read: ${(error as Error).message}.`, { cause: error });
  }
  throw new StartError(`${file} is not a key of ${KEY_BYTES} bytes in base64: restore the file from a copy.`);
}

function makeKey(dataDir: string, file: string): Buffer {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    // Unlike a rename, a link never replaces a key that another process has created meanwhile.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readKey(file) as Buffer;
}
