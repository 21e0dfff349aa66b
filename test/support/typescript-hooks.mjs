import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';

const OPTIONS = {
  module: { type: 'es6' },
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
};
const JEST_GLOBALS = new URL('./runner/jest-globals.mjs', import.meta.url).href;

/** Relative imports say `.js` and mean the source beside them. */
export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: JEST_GLOBALS, shortCircuit: true };
  const source = specifier.replace(/\.js$/, '.ts');
  const isSource = /^\.{1,2}\//.test(specifier) && existsSync(new URL(source, context.parentURL));
  return next(isSource ? source : specifier, context);
}

/** Compiles our sources as jest does. */
export function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = compile(fileURLToPath(url), 'inline');
  return { format: 'module', source: code, shortCircuit: true };
}

/** @param sourceMaps swc's setting. */
export function compile(filename, sourceMaps) {
  return transformSync(readFileSync(filename, 'utf8'), { ...OPTIONS, sourceMaps, filename });
}
