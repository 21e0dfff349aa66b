// Builds the sources if they are not built yet, and runs the service in this process. `node start.mjs admin ...` runs a
// command for operators instead. Each build has a folder of its own, named by a hash of its sources, and never changes. So
// several builds may run in one checkout while the sources change (D-181). Without sources, as in the container, it runs `dist`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const builds = join(root, '.build');
const users = join(builds, 'users');

const isAdmin = process.argv[2] === 'admin';
const folder = existsSync(join(root, 'src')) ? builtOrExit() : join(root, 'dist');
const main = join(folder, isAdmin ? 'admin/main.js' : 'main.js');
process.argv.splice(1, isAdmin ? 2 : 1, main);
await import(pathToFileURL(main).href);

/** A checkout of another user, or on a read-only or full disk, is told in a sentence. */
function builtOrExit() {
  try {
    return built();
  } catch (error) {
    if (error.syscall === undefined) throw error;
    console.error(
      `The service can't start: it can't build itself in ${builds} (${error.message}): ` +
        'start it as the user who owns this folder, or copy the checkout to a folder of your own.',
    );
    process.exit(1);
  }
}

function built() {
  const name = fingerprint();
  mkdirSync(users, { recursive: true });
  writeFileSync(join(users, `${name}.${process.pid}`), '');
  if (!existsSync(join(builds, name, 'main.js')))
    build(join(builds, name), join(builds, `${name}.${process.pid}`));
  removeUnused();
  return join(builds, name);
}

function fingerprint() {
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const settings = ['tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'].map(
    (file) => join(root, file),
  );
  const hash = createHash('sha256');
  for (const file of [...sources.sort(), ...settings])
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** Builds in a side folder and renames it, so a killed build never looks complete. */
function build(target, side) {
  const config = join(side, 'tsconfig.json');
  const compilerOptions = { outDir: './out', tsBuildInfoFile: './out/.tsbuildinfo' };
  mkdirSync(side, { recursive: true });
  writeFileSync(config, JSON.stringify({ extends: '../../tsconfig.build.json', compilerOptions }));
  const nest = createRequire(import.meta.url).resolve('@nestjs/cli/bin/nest.js');
  const { status } = spawnSync(process.execPath, [nest, 'build', '--path', relative(root, config)], {
    cwd: root,
    // Standard output is for the started program alone.
    stdio: ['inherit', 2, 2],
  });
  if (status !== 0) process.exit(status ?? 1);
  rename(join(side, 'out'), target);
  rmSync(side, { recursive: true });
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

/** The names of the builds in use. */
function livingUsers() {
  const uses = readdirSync(users).map((file) => ({
    file,
    build: file.split('.')[0],
    pid: Number(file.split('.')[1]),
  }));
  for (const { file, pid } of uses) if (!isAlive(pid)) rmSync(join(users, file), { force: true });
  return new Set(uses.filter(({ pid }) => isAlive(pid)).map(({ build }) => build));
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
