import { isAbsolute, normalize } from 'node:path';

/** Whether a relative path stays below its folder. */
export function staysInside(path: string): boolean {
  const normal = normalize(path);
  return path !== '' && !isAbsolute(path) && normal !== '.' && normal !== '..' && !normal.startsWith('../');
}
