/** Mutation testing of the rules: does a test fail when a rule is changed? See docs/reliability.md. */
export default {
  testRunner: 'jest',
  testRunnerNodeArgs: ['--experimental-vm-modules'],
  // The search for the tests that import a file takes longer than the tests.
  jest: { configFile: 'jest.rules.config.js', enableFindRelatedTests: false },
  coverageAnalysis: 'perTest',
  mutate: [
    'src/**/*.rules.ts',
    'src/database/driver/{answer,asked,database-errors,prepared-names}.ts',
    'src/domain/domains/domain-values.ts',
    'src/domain/records/record-type.ts',
    'src/domain/records/types/*.ts',
    'src/image/uploads/{batches,gzip-check}.ts',
    'src/profile/preferences/compact-json.ts',
    'src/profile/security-questions/security-questions.ts',
    'src/shared/errors/*.ts',
    'src/shared/http/response/entity-tag.ts',
    'src/shared/limits/attempt-limits.ts',
    'src/shared/lists/filter*.ts',
    'src/shared/time/date-time.ts',
    'src/shared/validation/*.ts',
  ],
  ignorePatterns: ['bench', 'deploy', 'dist', 'docs', 'examples', 'postman', 'scripts', '.data'],
  thresholds: { high: 95, low: 85, break: 85 },
  reporters: ['clear-text', 'html'],
  clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
  // ES modules in jest's sandboxes are never freed.
  maxTestRunnerReuse: 100,
  concurrency: 1,
  timeoutMS: 20_000,
  cleanTempDir: 'always',
};
