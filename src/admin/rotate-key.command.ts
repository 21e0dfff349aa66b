import { inSession } from '../database/backup/session.js';
import type { Reader } from '../database/reader.js';
import type { Settings } from '../shared/config/settings.js';
import { DEFAULT_KEY_ID } from '../shared/secrets/encryption.js';
import type { AdminCommand } from './command.js';
import { withApp } from './with-app.js';

/** D-221. */
export const ROTATE_KEY: AdminCommand = {
  name: 'rotate-key',
  summary: 'encrypt all secrets with the first key of ENCRYPTION_KEY, while the service runs',
  help: `Decrypts every secret with the key that encrypted it, and encrypts it with the first key. Then it drops the check
values of the other keys, which ENCRYPTION_KEY may lack from the next start on.

1. Put the new key behind the old one, ENCRYPTION_KEY=1:BASE64,new:BASE64, and restart all replicas: then each reads what
   another one encrypts with the new key.
2. Put the new key first, ENCRYPTION_KEY=new:BASE64,1:BASE64, and restart all replicas.
3. Run this command with the same ENCRYPTION_KEY. It refuses while a replica runs with another first key; one that was
   killed counts for a minute.
4. Remove the old key from ENCRYPTION_KEY and restart all replicas.

Keep the old key as long as backups from before exist.
Prints {"key", "encrypted_anew", "dropped": [...]}: the id of the first key, the number of secrets, the ids of the others.`,
  run: () =>
    withApp(async (app) => {
      const { KeyRotation } = await import('../shared/secrets/key-rotation.js');
      return app.get(KeyRotation).rotate();
    }, requireKeyOfReplicas),
};

/**
 * The start of the service stores a check value of its first key. From then on no replica starts
 * without that key, so a refusal must come before.
 */
function requireKeyOfReplicas({ encryptionKeys }: Settings, databaseUrl: string): Promise<void> {
  const keyId = encryptionKeys?.[0].id ?? DEFAULT_KEY_ID;
  return inSession(databaseUrl, 'BEGIN READ ONLY', async (session) => {
    const { requireSameKey } = await import('../shared/secrets/encryption-key-users.js');
    const row: Reader['row'] = async ({ text }, values = []) =>
      (await session.query(text, [...values])).rows[0] as never;
    await requireSameKey({ row }, keyId);
  });
}
