import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * A library that few requests need: the first of them loads it, not the start.
 * @param name of the package, as in an import
 */
export function atFirstUse<Library>(name: string): () => Library {
  let loaded: Library | undefined;
  return () => (loaded ??= require(name) as Library);
}
