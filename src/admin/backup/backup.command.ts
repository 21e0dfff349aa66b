import { dumpDatabase } from '../../database/backup/dump.js';
import { migrationTarget } from '../../database/migrations/migrate-schema.js';
import { DiskStore } from '../../image/store/disk-store.js';
import type { ImageStore } from '../../image/store/image-store.port.js';
import { copyImage, KEPT_IMAGES, type KeptImage } from '../../image/store/kept-images.js';
import { openImageStore } from '../../image/store/open-image-store.js';
import { BUILD } from '../../shared/build.js';
import { NotFound } from '../../shared/errors/errors.js';
import { StartError } from '../../shared/errors/start-error.js';
import type { AdminCommand } from '../command.js';
import { folderOf, FOLDER_OPTION } from './folder-option.js';
import { withMigratedDatabase } from '../with-database.js';
import { checkBackup, makeBackupFolder, writeManifest, type Manifest } from './backup-folder.js';

const ATTEMPTS = 3;

export const BACKUP: AdminCommand = {
  name: 'backup',
  summary: 'save the database and its images to a new folder, while the service runs',
  help: `Saves all rows of the database, as they are at one moment, and the bytes of exactly the images that these rows name.
Uploads and other changes may go on meanwhile. The folder appears only when the backup is complete and has been read
back; after a failure nothing remains.

--folder FOLDER     the new folder
--without-images    leaves the images out: for a bucket that protects itself (versions, replication)

The backup does not hold ENCRYPTION_KEY. Keep the key elsewhere: without it no program reads the secrets.
Prints the numbers of tables, rows, images and their bytes.`,
  options: { ...FOLDER_OPTION, 'without-images': { type: 'boolean' } },
  run: (values) => {
    // Check the option before the first query.
    const target = folderOf(values);
    return withMigratedDatabase(async (settings, databaseUrl) => {
      const { url } = migrationTarget(settings, databaseUrl);
      const store = values['without-images'] ? undefined : await openImageStore(settings.imageStore);
      return summary(await makeBackupFolder(target, (folder) => fill(folder, url, store)));
    });
  },
};

async function fill(folder: string, url: string, store: ImageStore | undefined): Promise<Manifest> {
  const copies = new DiskStore(folder);
  const copied = new Map<string, KeptImage>();
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { dump, rows } = await dumpDatabase<KeptImage>(url, folder, KEPT_IMAGES);
    if (store && !(await copyAll(store, copies, rows, copied))) continue;
    const images = store ? rows : null;
    // Delete copies of an earlier attempt whose image was deleted since.
    for (const key of copied.keys()) if (!rows.some((row) => row.key === key)) await copies.delete(key);
    const manifest = {
      format: 1,
      build: BUILD,
      created: new Date().toISOString(),
      database: dump,
      images,
    } as const;
    await checkBackup(folder, manifest);
    await writeManifest(folder, manifest);
    return manifest;
  }
  throw new StartError(
    'The image store lacks images that the database has: npm run admin -- verify names them.',
  );
}

/** @returns false when an image was deleted after the rows were read */
async function copyAll(
  store: ImageStore,
  copies: ImageStore,
  images: readonly KeptImage[],
  copied: Map<string, KeptImage>,
): Promise<boolean> {
  try {
    for (const image of images) {
      if (copied.has(image.key)) continue;
      await copyImage(store, copies, image);
      copied.set(image.key, image);
    }
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

/** The printed result of a backup or a restore. */
export function summary({ database, images }: Manifest): object {
  return {
    tables: database.tables.length,
    rows: database.tables.reduce((sum, { rows }) => sum + rows, 0),
    images: images?.length ?? null,
    image_bytes: images?.reduce((sum, { bytes }) => sum + bytes, 0) ?? null,
  };
}
