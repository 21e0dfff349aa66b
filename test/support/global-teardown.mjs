/** After all tests: the server and everything in it that is ours. */
export default async function tearDown() {
  const { stopTestServer } = await import('./test-server.ts');
  await stopTestServer();
}
