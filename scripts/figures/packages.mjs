import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Stryker finds it by `testRunner: 'jest'`. */
const FOUND_BY_NAME = ['@stryker-mutator/jest-runner'];
/** A name of a package, or the beginning of a path in one. */
const QUOTED = `['"](@[a-z0-9-]+/)?[a-z0-9.-]+`;

/** The dependencies that no file names in quotes, and whose programs no script of package.json runs. */
export function unusedPackages() {
  const { scripts, ...own } = packageAt('');
  const names = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
    Object.keys(own[kind]),
  );
  const words = Object.values(scripts).join(' ').split(/[\s/]/);
  const used = new Set([...quotedNames(), ...FOUND_BY_NAME]);
  return names.filter((name) => {
    const subject = name.replace(/^@types\//, '');
    return !used.has(subject) && !programsOf(name).some((program) => words.includes(program));
  });
}

function programsOf(name) {
  const { bin = {} } = packageAt(`node_modules/${name}/`);
  return typeof bin === 'string' ? [name] : Object.keys(bin);
}

function packageAt(folder) {
  return JSON.parse(readFileSync(`${ROOT}${folder}package.json`, 'utf8'));
}

/** What the code of the repository has in quotes. */
function quotedNames() {
  const args = ['grep', '-hoE', '--untracked', QUOTED, '--', '*.ts', '*.js', '*.mjs', 'tsconfig.json'];
  const found = execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
  return found.split('\n').map((quoted) => quoted.slice(1));
}
