import { open } from 'node:fs/promises';

/** Syncs a folder. Only then do creation, renaming and deletion of its files survive a crash. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
