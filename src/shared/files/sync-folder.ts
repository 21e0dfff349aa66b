import { open } from 'node:fs/promises';

/** A file that was made, renamed or deleted survives a crash in this way only after its folder is synced. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
