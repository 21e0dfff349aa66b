// Builds the sources if they are not built yet, and runs the service in this process. `node start.mjs admin ...` runs a
// command for operators instead. Each build has a folder of its own, named by a hash of its sources, and never changes. So
// several builds may run in one checkout while the sources change (D-181). Without sources, as in the container, it runs `dist`.
import { createHash } from 'node:crypto';
import module from 'node:module';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const builds = join(root, '.build');
const users = join(builds, 'users');

/** The options of tsconfig.build.json, for swc. */
const COMPILER_OPTIONS = {
  module: { type: 'es6' },
  sourceMaps: false,
  swcrc: false,
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: true },
    keepClassNames: true,
  },
};

const isAdmin = process.argv[2] === 'admin';
const hasSources = existsSync(join(root, 'src'));
const folder = hasSources ? await builtOrExit() : join(root, 'dist');
const main = join(folder, isAdmin ? 'admin/main.js' : 'main.js');
process.argv.splice(1, isAdmin ? 2 : 1, main);
// Node 22 and newer: the next start does not compile the code again.
if (hasSources) module.enableCompileCache?.(join(folder, '.compiled'));
await import(pathToFileURL(main).href);

/** Exits with one sentence when the checkout is another user's, or its disk is read-only or full. */
async function builtOrExit() {
  try {
    return await built();
  } catch (error) {
    if (error.syscall === undefined) throw error;
    console.error(
      `The service can't start: it can't build itself in ${builds} (${error.message}): ` +
        'start it as the user who owns this folder, or copy the checkout to a folder of your own.',
    );
    process.exit(1);
  }
}

async function built() {
  const name = fingerprint();
  mkdirSync(users, { recursive: true });
  writeFileSync(join(users, `${name}.${process.pid}`), '');
  if (!existsSync(join(builds, name, 'main.js')))
    await build(join(builds, name), join(builds, `${name}.${process.pid}`));
  removeUnused();
  return join(builds, name);
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const file of [...sourceFiles(), join(root, 'start.mjs'), join(root, 'package-lock.json')])
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function sourceFiles() {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Builds in a side folder and renames it, so that a killed build never looks complete. */
async function build(target, side) {
  await compileInto(join(side, 'out'));
  rename(join(side, 'out'), target);
  rmSync(side, { recursive: true });
}

/** Compiles without a check of types, which takes ten times as long; `npm run build` checks them. */
async function compileInto(out) {
  const { transform } = await import('@swc/core');
  const files = sourceFiles().filter((file) => file.endsWith('.ts'));
  await Promise.all(
    files.map(async (file) => {
      const compiled = join(out, relative(join(root, 'src'), file)).replace(/\.ts$/, '.js');
      const source = readFileSync(file, 'utf8');
      const { code } = await transform(source, { ...COMPILER_OPTIONS, filename: file }).catch(endBuild);
      mkdirSync(dirname(compiled), { recursive: true });
      writeFileSync(compiled, code);
    }),
  );
}

/** @param error of the compiler, which names file and line */
function endBuild(error) {
  console.error(error.message);
  process.exit(1);
}

/** Removes builds that no living process runs or makes. It checks twice, as a process may start to use one between the checks. */
function removeUnused() {
  const living = livingUsers();
  for (const entry of readdirSync(builds)) {
    const [owner, pid] = entry.split('.');
    if (entry === 'users' || living.has(owner) || (pid && isAlive(Number(pid)))) continue;
    const aside = join(builds, `${owner}.${process.pid}`);
    rename(join(builds, entry), aside);
    if (!livingUsers().has(owner) || !rename(aside, join(builds, entry)))
      rmSync(aside, { recursive: true, force: true });
  }
}

/** The names of the builds in use. Forgets users that have ended. */
function livingUsers() {
  const living = new Set();
  for (const file of readdirSync(users)) {
    const [build, pid] = file.split('.');
    if (isAlive(Number(pid))) living.add(build);
    else rmSync(join(users, file), { force: true });
  }
  return living;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Returns false when another process has already renamed it. */
function rename(from, to) {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
    return false;
  }
}
