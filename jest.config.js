/**
 * Node loads and runs the test files itself, without jest's sandboxes (test/support/runner): a worker loads the service and its
 * libraries once, and not once per file.
 */
export default {
  testEnvironment: '<rootDir>/test/support/runner/environment.mjs',
  runtime: '<rootDir>/test/support/runner/runtime.mjs',
  transform: {},
  // Long, so that tests pass on a busy machine. No test waits for this time-out.
  testTimeout: 90_000,
  rootDir: '.',
  // By default jest leaves one core unused: half of a machine with two.
  maxWorkers: '100%',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // These suites need programs from Debian and have commands of their own: npm run test:s3 (swift), test:dns (nameservers),
  // test:browser (chromium), test:clients (clients of the public API), test:stack (haproxy, a nameserver), test:compose (Docker), test:scale (poolers,
  // standbys), test:hostile (nginx, haproxy; takes minutes), test:faults (haproxy; runs for minutes). test:delays compares times.
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/(s3|dns|browser|clients|stack|compose|scale|hostile|delays|faults)/',
  ],
  // Otherwise libraries print warnings about the Node version in every file.
  silent: true,
};
