import { loadDatabase, requireNoAccounts } from '../../database/backup/load.js';
import { migrationTarget, type MigrationTarget } from '../../database/migrations/migrate-schema.js';
import { migrate, migrationStatus } from '../../database/migrations/migrate.js';
import { DiskStore } from '../../image/store/disk-store.js';
import type { ImageStore } from '../../image/store/image-store.port.js';
import { copyImage, stateOf, type KeptImage } from '../../image/store/kept-images.js';
import { openImageStore } from '../../image/store/open-image-store.js';
import { StartError } from '../../shared/errors/start-error.js';
import type { AdminCommand } from '../command.js';
import { withDatabase } from '../with-database.js';
import { checkBackup, readManifest, type Manifest } from './backup-folder.js';
import { summary } from './backup.command.js';
import { folderOf, FOLDER_OPTION } from './folder-option.js';

/** The image store may have changed since the backup: its marker must no longer match (D-220). */
const NEW_GENERATION = 'UPDATE image_store_owner SET generation = gen_random_uuid()';
/**
 * Secondaries may have later serials than the backup (D-205). A backup of an older release lacks
 * the function.
 */
const SKIP_SERIALS = `DO $$ BEGIN
  IF to_regprocedure('skip_serials()') IS NOT NULL THEN PERFORM skip_serials(); END IF;
END $$`;

export const RESTORE: AdminCommand = {
  name: 'restore',
  summary: 'load a backup into a new database and its image store',
  help: `Loads what \`backup\` saved into the database of DATABASE_URL, which must hold no account, and the images into
IMAGE_STORE. Both may be of another kind than those of the backup: so it also moves the embedded database to
a PostgreSQL server, and a folder of images to a bucket. It reads the whole backup before it writes anything. The rows
come all or not at all, and PostgreSQL checks every constraint. All zones get a later serial, so that secondaries follow.

--folder FOLDER     the backup's folder

Start the service afterwards with the ENCRYPTION_KEY from before. If IMAGE_STORE still has a marker from before the
backup, the service does not start until \`image-store adopt\` has run.
Prints the numbers of tables, rows, images and their bytes.`,
  options: FOLDER_OPTION,
  run: async (values) => {
    const folder = folderOf(values);
    const manifest = withoutEarlierNames(await readManifest(folder));
    await checkBackup(folder, manifest);
    return withDatabase(async (settings, databaseUrl) => {
      const target = migrationTarget(settings, databaseUrl);
      await requireEmpty(target, manifest);
      await restoreImages(folder, await openImageStore(settings.imageStore), manifest.images ?? []);
      const { database } = manifest;
      await migrate(target.url, { ...target.options, names: database.migrations });
      await loadDatabase(target.url, folder, database, `${NEW_GENERATION}; ${SKIP_SERIALS}`);
      return summary(manifest);
    });
  },
};

/**
 * A backup by release 1.1.0 also lists the migrations of release 1.0.0, if that made the database:
 * all before the first of release 1.1.0, and one after the eleventh.
 * @throws StartError if a release before 1.1.0 made the backup
 */
function withoutEarlierNames(manifest: Manifest): Manifest {
  const { database } = manifest;
  const first = database.migrations.indexOf('accounts-0000000000001');
  if (first < 0)
    throw new StartError('The backup is older than release 1.1.0: restore it with release 1.1.0.');
  const migrations = database.migrations.slice(first).filter((name) => name !== 'comments-0000000000190');
  return { ...manifest, database: { ...database, migrations } };
}

/**
 * @throws StartError if the database holds accounts, or has or lacks migrations that do not fit the
 * backup.
 */
async function requireEmpty({ url, options }: MigrationTarget, { database }: Manifest): Promise<void> {
  const { applied, pending } = await migrationStatus(url, options);
  const ours = new Set([...applied, ...pending]);
  if (!database.migrations.every((name) => ours.has(name))) {
    throw new StartError('The backup is from a newer release: restore it with that release.');
  }
  if (applied.length > 0) await requireNoAccounts(url);
  if (!applied.every((name) => database.migrations.includes(name))) {
    throw new StartError('The database is newer than the backup: restore the backup into an empty database.');
  }
}

/** Keeps the images that an interrupted restore has already copied. */
async function restoreImages(folder: string, store: ImageStore, images: readonly KeptImage[]): Promise<void> {
  const copies = new DiskStore(folder);
  for (const image of images) {
    if ((await stateOf(store, image)) === 'good') continue;
    // With it goes the half that a killed restore has left, in whose place no other is written.
    await store.delete(image.key);
    await copyImage(copies, store, image);
  }
}
