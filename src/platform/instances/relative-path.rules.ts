import { isAbsolute, normalize } from 'node:path';

/** Whether a path stays below the folder that it is relative to. */
export function staysInside(path: string): boolean {
  const normal = normalize(path);
  return path !== '' && !isAbsolute(path) && normal !== '.' && normal !== '..' && !normal.startsWith('../');
}
