export default {
  testEnvironment: 'node',
  // For a machine that does other things at the same time: no test waits for a time.
  testTimeout: 60_000,
  rootDir: '.',
  // Servers are started and the service is compiled, and the machine may be slow. No test waits for time to pass.
  testTimeout: 90_000,
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // Need programs from Debian: npm run test:s3 (swift), npm run test:dns (nameservers).
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/s3/', '<rootDir>/test/dns/'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // Its ES modules import JSON in a way that jest warns of at every file.
    '^libphonenumber-js/max$': '<rootDir>/node_modules/libphonenumber-js/max/index.cjs',
  },
  // What libraries say of the Node version at every file.
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
