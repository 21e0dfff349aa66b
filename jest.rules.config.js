import everything from './jest.config.js';

/** Only the table tests of rules: they need neither a database nor the network, and are what mutants are held against. */
export default {
  ...everything,
  globalSetup: undefined,
  globalTeardown: undefined,
  testMatch: ['<rootDir>/test/**/*.rules.test.ts'],
  roots: ['<rootDir>/src', '<rootDir>/test'],
  watchman: false,
};
