import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const KEY_BYTES = 32;
const FILE = 'encryption-key';

/**
 * The key under `DATA_DIR`, made by the first process to ask for it: the embedded default's `ENCRYPTION_KEY`.
 * Processes that start at the same time get the same one.
 */
export function localEncryptionKey(dataDir: string): Buffer {
  const file = join(dataDir, FILE);
  return readKey(file) ?? makeKey(dataDir, file);
}

function readKey(file: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
    if (key.length !== KEY_BYTES) throw new Error(`${file} does not hold a key of ${KEY_BYTES} bytes.`);
    return key;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function makeKey(dataDir: string, file: string): Buffer {
  mkdirSync(dataDir, { recursive: true });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    // A link, unlike a rename, never replaces the key that another process has made meanwhile.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readKey(file) as Buffer;
}
