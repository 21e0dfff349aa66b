import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-root.js';

/** The running build (D-224). */
export interface Build {
  readonly version: string;
  /** `unknown` when neither `GIT_COMMIT` nor a checkout provides it. */
  readonly commit: string;
}

export const BUILD: Build = { version: packageVersion(), commit: process.env.GIT_COMMIT || checkoutCommit() };

function packageVersion(): string {
  const text = readFileSync(join(packageRoot, 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

function checkoutCommit(): string {
  // Otherwise git would report the commit of a repository around our folder.
  if (!existsSync(join(packageRoot, '.git'))) return 'unknown';
  try {
    const output = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: packageRoot,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return output.toString().trim();
  } catch {
    return 'unknown';
  }
}
