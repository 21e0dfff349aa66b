import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile } from './typescript-hooks.mjs';

const SOURCES = fileURLToPath(new URL('../../src', import.meta.url));
/** The compiled sources, for the programs that tests start: a process compiles nothing then. */
const COMPILED = fileURLToPath(new URL('../../.compiled', import.meta.url));

/** Brings the compiled sources up to date. Other runs of tests may do the same at the same time. */
export function compileSources() {
  const sources = filesIn(SOURCES, '.ts');
  const compiled = new Map(sources.map((file) => [file.replace(/\.ts$/, '.js'), join(SOURCES, file)]));
  for (const [file, source] of compiled) replace(join(COMPILED, file), compile(source, false).code);
  if (!existsSync(COMPILED)) return;
  for (const file of filesIn(COMPILED, '.js'))
    if (!compiled.has(file)) rmSync(join(COMPILED, file), { force: true });
}

function filesIn(folder, suffix) {
  return readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(suffix));
}

/** A program that starts meanwhile finds the old text or the new one. */
function replace(file, text) {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
