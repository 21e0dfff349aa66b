import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const SRC = fileURLToPath(new URL('../../src', import.meta.url));

/** Every TypeScript file of `src`: its path from there, and its syntax tree. */
export const sources = readdirSync(SRC, { recursive: true })
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map((path) => ({ path, tree: parsed(path, readFileSync(join(SRC, path), 'utf8')) }));

/** The top-level folder that a file belongs to; each folder of `shared` counts as one. */
export function areaOf(path) {
  const [top, below] = path.split('/');
  return top === 'shared' ? `shared/${below}` : top;
}

/** Calls `visit` with every node of the tree. */
export function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function parsed(path, text) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
}
