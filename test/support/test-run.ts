/** Environment variables that tell jest's workers which run they belong to. */
export const TEST_RUN = 'TEST_RUN';
export const TEST_SERVER_URL = 'TEST_SERVER_URL';

/** The address of a database on the server of the test run. */
export function databaseUrl(name: string): string {
  const url = new URL(process.env[TEST_SERVER_URL] ?? '');
  url.pathname = `/${name}`;
  return url.href;
}
