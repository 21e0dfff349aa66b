import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

export default {
  testEnvironment: 'node',
  // Generous, for a machine that is busy with other work. No test depends on it.
  testTimeout: 90_000,
  rootDir: '.',
  // By default jest leaves one core unused, which is half of two.
  maxWorkers: '100%',
  // ES modules in jest's sandboxes are never freed: a worker that has grown is replaced.
  workerIdleMemoryLimit: '1GB',
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Need programs from Debian: npm run test:s3 (swift), test:dns (nameservers), test:browser (chromium), test:clients (clients of
  // the public API), test:stack
  // (haproxy, a nameserver), test:scale (poolers, standbys), test:hostile (nginx, haproxy; takes a minute or two),
  // test:faults (haproxy; it kills what it starts, for minutes).
  testPathIgnorePatterns: [
    '/node_modules/',
    '<rootDir>/test/(s3|dns|browser|clients|stack|scale|hostile|faults)/',
  ],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Its ES modules import JSON in a way that jest warns of at every file.
    '^libphonenumber-js/max$': resolve('libphonenumber-js/max'),
  },
  // Libraries print warnings about the Node version in every file.
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
