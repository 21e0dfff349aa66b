import { UsageError, type Options } from '../command.js';

export const FOLDER_OPTION = { folder: { type: 'string' } } as const satisfies Options;

/** @throws UsageError if the option is missing. */
export function folderOf(values: Readonly<Record<string, unknown>>): string {
  if (typeof values.folder !== 'string' || !values.folder) throw new UsageError('--folder FOLDER is missing');
  return values.folder;
}
