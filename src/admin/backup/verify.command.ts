import { readRows } from '../../database/backup/session.js';
import { countUnknown, KEPT_IMAGES, stateOf, type KeptImage } from '../../image/store/kept-images.js';
import { openImageStore } from '../../image/store/open-image-store.js';
import { StartError } from '../../shared/errors/start-error.js';
import type { AdminCommand } from '../command.js';
import { withMigratedDatabase } from '../with-database.js';
import { checkBackup, readManifest } from './backup-folder.js';
import { summary } from './backup.command.js';
import { folderOf, FOLDER_OPTION } from './folder-option.js';

export const VERIFY: AdminCommand = {
  name: 'verify',
  summary: 'read every image, or a whole backup, and compare it with the database that it belongs to',
  help: `Reads every image of IMAGE_STORE that the database names, and compares number and SHA-256 of its bytes.
It takes as long as reading the whole store. Exit code 1 if an image is missing or damaged.

--folder FOLDER     reads a backup instead: every file of it, and every image that its rows name

Prints the number of images, and how many objects of the store the database doesn't know ("unknown").`,
  options: FOLDER_OPTION,
  run: (values) => (values.folder === undefined ? verifyStore() : verifyBackup(folderOf(values))),
};

async function verifyBackup(folder: string): Promise<object> {
  const manifest = await readManifest(folder);
  await checkBackup(folder, manifest);
  return summary(manifest);
}

function verifyStore(): Promise<object> {
  return withMigratedDatabase(async (settings, databaseUrl) => {
    const store = await openImageStore(settings.imageStore);
    const images = await readRows<KeptImage>(databaseUrl, KEPT_IMAGES);
    const bad: string[] = [];
    for (const image of images) {
      const state = await stateOf(store, image);
      if (state !== 'good' && (await isStillKept(databaseUrl, image))) bad.push(`${image.key} is ${state}`);
    }
    if (bad.length > 0)
      throw new StartError(`${bad.join('\n')}\n${bad.length} of ${images.length} images are lost.`);
    return { images: images.length, unknown: await countUnknown(store, images) };
  });
}

/** Whether the image still exists: it may have been deleted during the check. */
async function isStillKept(databaseUrl: string, { key }: KeptImage): Promise<boolean> {
  const images = await readRows<KeptImage>(databaseUrl, KEPT_IMAGES);
  return images.some((image) => image.key === key);
}
