import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);

/** Runs before all tests: starts one PostgreSQL with a migrated database, which each test file copies. */
export default async function setUp() {
  const { startTestServer } = await import('./test-server.ts');
  await startTestServer();
}
