import type { AdminCommand } from './command.js';
import { withApp } from './with-app.js';

/** D-220. */
export const IMAGE_STORE_ADOPT: AdminCommand = {
  name: 'image-store adopt',
  summary: 'make this database the owner of its image store',
  help: `Writes the marker of this database (DATABASE_URL) into the image store (IMAGE_STORE), whatever marker it has now.
Run it after a restored backup, or when you move a store to another database. No other database may use the store:
after 24 hours the service deletes images in the store that its own database doesn't know, unless they are suspiciously many.

Prints {"known": N, "unknown": N}: the images in the store that the database knows and doesn't know.`,
  run: () =>
    withApp(async (app) => {
      const { StoreOwnership } = await import('../image/store/store-ownership.js');
      return app.get(StoreOwnership).adopt();
    }),
};
