import { register } from 'node:module';
import { compileSources } from './compiled-sources.mjs';

register('./typescript-hooks.mjs', import.meta.url);

/** Runs before all tests: compiles the sources for programs, and starts one PostgreSQL with a migrated database, which each test file copies. */
export default async function setUp() {
  compileSources();
  const { startTestServer } = await import('./test-server.ts');
  await startTestServer();
}
