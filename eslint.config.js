import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const IN_SQL_FILES = 'Statements belong in a `*.sql.ts` file.';

export default tseslint.config(
  {
    ignores: [
      'dist/',
      '.build/',
      '.compiled/',
      'node_modules/',
      'coverage/',
      'reports/',
      '.stryker-tmp*/',
      '.data/',
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        Buffer: 'readonly',
        fetch: 'readonly',
        performance: 'readonly',
        URLSearchParams: 'readonly',
      },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      complexity: ['error', 12],
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      'max-depth': ['error', 3],
    },
  },
  {
    // The text of a statement is in a `*.sql.ts` file.
    files: ['src/**'],
    ignores: [
      'src/**/*.sql.ts',
      // Builds the statements of a list from its source, which is in a `*.sql.ts` file.
      'src/shared/lists/collection.ts',
      // Connections of their own, with settings and locks: migrations, backups, the signer.
      'src/database/**',
      'src/signer/**',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [{ group: ['**/database/statement.js'], allowTypeImports: true, message: IN_SQL_FILES }],
        },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "CallExpression[callee.property.name='query'] > :matches(Literal, TemplateLiteral)",
          message: IN_SQL_FILES,
        },
      ],
    },
  },
  {
    files: ['test/**', 'bench/**', 'migrations/**'],
    rules: { 'max-lines-per-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
);
