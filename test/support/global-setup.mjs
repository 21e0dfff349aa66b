import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);

/** Before all tests: one PostgreSQL, and in it the migrated database that the tests' own are copied from. */
export default async function setUp() {
  const { startTestServer } = await import('./test-server.ts');
  await startTestServer();
}
