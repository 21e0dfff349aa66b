import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../src/shared/package-root.js';

/** A process that warns before the log exists and after. */
const PROGRAM = `
  import { register } from 'node:module';
  register('./test/support/typescript-hooks.mjs', '${pathToFileURL(packageRoot)}/');
  const { logLibraryWarnings } = await import('${pathToFileURL(join(packageRoot, 'src/shared/log/library-warnings.ts'))}');
  const logger = { warn: ({ warning }) => process.stdout.write(warning + '\\n') };
  console.warn('early', 'words');
  process.emitWarning('early warning', 'DeprecationWarning');
  setImmediate(() => {
    logLibraryWarnings(logger);
    console.info('late words');
    process.emitWarning('late warning');
  });`;

it('warnings of libraries and of Node are lines of the log, and nothing else is printed', () => {
  const options = { encoding: 'utf8' } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', PROGRAM], options);
  expect(stderr).toBe('');
  expect(stdout.trim().split('\n')).toEqual([
    'early words',
    'DeprecationWarning: early warning',
    'late words',
    'Warning: late warning',
  ]);
});
