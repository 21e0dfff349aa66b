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
    }),
};
