import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageRoot } from '../../src/shared/package-root.js';

/** The release before this one, as `node scripts/release-fixture.mjs` kept it. */
export const LAST_RELEASE = '1.1.0';

/** A release, compiled, on the packages of this checkout. */
export interface Release {
  readonly folder: string;
  /** The folder of its migrations. */
  readonly migrations: string;
  /** Its program. */
  readonly main: string;
  /** What it was compiled from. */
  readonly commit: string;
  remove(): void;
}

/** Unpacks a release into a temporary folder. */
export function unpackRelease(version = LAST_RELEASE): Release {
  const folder = mkdtempSync(join(tmpdir(), `release-${version}-`));
  execFileSync('tar', ['-xzf', join(packageRoot, `test/support/releases/${version}.tar.gz`), '-C', folder]);
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    migrations: join(folder, 'migrations'),
    main: join(folder, 'dist/main.js'),
    commit: readFileSync(join(folder, 'commit'), 'utf8'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
