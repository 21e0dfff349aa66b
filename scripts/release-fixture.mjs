// Keeps a release for the tests of upgrades: what its commit compiles to, with its migrations, in one archive.
//   node scripts/release-fixture.mjs COMMIT
// writes test/support/releases/VERSION.tar.gz; the same commit gives the same bytes. It compiles with the packages of this checkout.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const releases = join(root, 'test/support/releases');

const [revision] = process.argv.slice(2);
if (!revision) {
  console.error('Usage: node scripts/release-fixture.mjs COMMIT');
  process.exit(2);
}
const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
const folder = mkdtempSync(join(tmpdir(), 'release-'));
try {
  execFileSync('tar', ['-x', '-C', folder], {
    input: execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 }),
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: 'inherit' });
  writeFileSync(join(folder, 'commit'), commit);
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  console.log(pack(version));
} finally {
  rmSync(folder, { recursive: true });
}

function pack(version) {
  const file = join(releases, `${version}.tar.gz`);
  const names = ['--exclude=*.map', '--exclude=.tsbuildinfo', 'dist', 'migrations', 'package.json', 'commit'];
  const time = git('show', '--no-patch', '--format=%cI', commit);
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  mkdirSync(releases, { recursive: true });
  const archive = execFileSync(
    'tar',
    ['-c', '-C', folder, '--sort=name', `--mtime=${time}`, ...owner, ...names],
    {
      maxBuffer: 2 ** 30,
    },
  );
  writeFileSync(file, execFileSync('gzip', ['-9', '--no-name'], { input: archive, maxBuffer: 2 ** 30 }));
  return file;
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
}
