import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';

/**
 * Expects the text of a file that is checked in, its path from the root of the repository. With `UPDATE_GOLDEN=1` in the
 * environment the file is written instead: read what changed in it before committing.
 */
export function expectGolden(path: string, actual: string): void {
  const file = join(packageRoot, path);
  if (process.env.UPDATE_GOLDEN) writeFileSync(file, actual);
  expect(actual).toBe(
    existsSync(file) ? readFileSync(file, 'utf8') : `${path} is missing: UPDATE_GOLDEN=1 npm test`,
  );
}
