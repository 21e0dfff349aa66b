import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

export default {
  testEnvironment: 'node',
  // Long, so that tests pass on a busy machine. No test waits for this time-out.
  testTimeout: 90_000,
  rootDir: '.',
  // By default jest leaves one core unused: half of a machine with two.
  maxWorkers: '100%',
  // Jest never frees the ES modules of its sandboxes, so it must replace a worker that has grown.
  workerIdleMemoryLimit: '1GB',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // These suites need programs from Debian and have commands of their own: npm run test:s3 (swift), test:dns (nameservers),
  // test:browser (chromium), test:clients (clients of the public API), test:stack (haproxy, a nameserver), test:compose (Docker), test:scale (poolers,
  // standbys), test:hostile (nginx, haproxy; takes a minute or two), test:faults (haproxy; runs for minutes).
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/(s3|dns|browser|clients|stack|compose|scale|hostile|faults)/',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The CommonJS build: the ES modules import JSON, and jest would warn about that in every file.
    '^libphonenumber-js/max$': resolve('libphonenumber-js/max'),
  },
  // Otherwise libraries print warnings about the Node version in every file.
  silent: true,
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          keepClassNames: true,
        },
      },
    ],
  },
};
