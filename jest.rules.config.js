import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/**
 * Only the table tests of rules: they need neither a database nor the network, and are what mutants are held against. A mutant
 * needs a sandbox of jest's, which loads the service anew. `RULES` says which tests: see docs/reliability.md.
 */
export default {
  testEnvironment: 'node',
  testMatch: [`<rootDir>/test/${process.env.RULES ?? '**/*'}.rules.test.ts`],
  roots: ['<rootDir>/src', '<rootDir>/test'],
  watchman: false,
  silent: true,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // The CommonJS build: the ES modules import JSON, and jest would warn about that in every file.
    '^libphonenumber-js/max$': resolve('libphonenumber-js/max'),
  },
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
