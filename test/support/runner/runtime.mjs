import hooks from 'node:async_hooks';
import { createRequire, register } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setJest } from './jest-globals.mjs';
import { SourceMaps } from './source-maps.mjs';

register('../typescript-hooks.mjs', import.meta.url);
const require = createRequire(import.meta.url);

/** Up to Node 22, each AsyncLocalStorage that stays on costs each later promise of the process. */
const STORES_COST = Number.parseInt(process.versions.node) < 24;

let sourceMaps;

/** Jest's runtime: Node loads the modules, and all test files of a worker share those of the service and its libraries. */
export default class NodeRuntime {
  /** The stores of Jest for this file. */
  stores = [];

  constructor({ cacheDirectory }, environment) {
    sourceMaps ??= new SourceMaps(join(cacheDirectory, 'source-maps'));
    setJest(environment);
  }

  /** @param path Jest's own module, which keeps the state of one test file. */
  requireInternalModule(path) {
    delete require.cache[path];
    return STORES_COST ? this.withStores(() => require(path)) : require(path);
  }

  /** Keeps the stores that Jest makes meanwhile, to turn them off with the file. */
  withStores(load) {
    const { AsyncLocalStorage } = hooks;
    const { stores } = this;
    hooks.AsyncLocalStorage = class extends AsyncLocalStorage {
      constructor() {
        super();
        stores.push(this);
      }
    };
    try {
      return load();
    } finally {
      hooks.AsyncLocalStorage = AsyncLocalStorage;
    }
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path));
  }

  getSourceMaps() {
    return sourceMaps;
  }

  setGlobalsForRuntime() {}
  getAllCoverageInfoCopy() {}
  enterTestCode() {}
  leaveTestCode() {}

  teardown() {
    for (const store of this.stores) store.disable();
  }
}
