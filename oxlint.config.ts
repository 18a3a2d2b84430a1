import { defineConfig } from 'oxlint';
import { habits, wall, walls } from './oxlint.walls.ts';

export default defineConfig({
  plugins: [
    'typescript',
    'import',
    'unicorn',
    'oxc',
    'promise',
    'react',
    'jsx-a11y',
    'vitest',
    'node',
  ],
  jsPlugins: ['./oxlint.imports.ts'],
  options: {
    typeAware: true,
    denyWarnings: true,
    reportUnusedDisableDirectives: 'error',
  },
  env: {
    builtin: true,
  },
  ignorePatterns: [
    'node_modules/**',
    'build/**',
    '.react-router/**',
    'web/public/**',
    'test-results/**',
    'playwright-report/**',
  ],
  categories: {
    correctness: 'error',
    suspicious: 'error',
  },
  rules: {
    'no-restricted-imports': ['error', { patterns: habits }],

    'imports/same-folder': 'error',
    'import/no-relative-parent-imports': 'error',
    'import/no-cycle': 'error',
    'import/no-self-import': 'error',
    'import/no-default-export': 'error',
    'import/no-duplicates': 'error',
    'unicorn/filename-case': [
      'error',
      {
        case: 'kebabCase',
      },
    ],
    'max-lines': [
      'error',
      {
        max: 250,
      },
    ],
    'max-lines-per-function': [
      'error',
      {
        max: 60,
        IIFEs: true,
      },
    ],
    'max-params': [
      'error',
      {
        max: 4,
      },
    ],
    'max-depth': [
      'error',
      {
        max: 3,
      },
    ],
    eqeqeq: 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    'no-console': 'error',
    'no-warning-comments': [
      'error',
      {
        terms: ['todo', 'fixme', 'xxx', 'hack'],
      },
    ],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': [
      'error',
      {
        checksVoidReturn: {
          attributes: false,
        },
      },
    ],
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': [
      'error',
      {
        considerDefaultExhaustiveForUnions: true,
      },
    ],
    'typescript/consistent-type-imports': [
      'error',
      {
        disallowTypeAnnotations: false,
      },
    ],
    'typescript/no-non-null-assertion': 'error',
    'typescript/return-await': 'off',
    'typescript/ban-ts-comment': 'error',
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/react-in-jsx-scope': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/consistent-return': 'off',
    'typescript/unbound-method': 'off',
    'typescript/no-misused-spread': 'off',
    'no-underscore-dangle': 'off',
    'typescript/no-base-to-string': 'off',
    'react/set-state-in-effect': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'vitest/require-to-throw-message': 'off',
    'vitest/no-standalone-expect': 'off',
    'vitest/valid-expect': [
      'error',
      {
        maxArgs: 2,
      },
    ],
    'no-unmodified-loop-condition': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'no-control-regex': 'off',
    'promise/always-return': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-named-as-default': 'off',
    'import/no-unassigned-import': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-redundant-roles': 'off',
    'jsx-a11y/no-interactive-element-to-noninteractive-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'vitest/expect-expect': [
      'error',
      {
        assertFunctionNames: ['expect', 'expect*', 'fc.assert'],
      },
    ],
    'vitest/no-focused-tests': 'error',
    'vitest/no-disabled-tests': 'error',
    'vitest/no-conditional-tests': 'error',
  },
  overrides: [
    ...walls,
    {
      files: [
        'web/**/*-page.tsx',
        'web/**/*-layout.tsx',
        'web/root.tsx',
        'web/entry.*.tsx',
        'web/routes.ts',
        '*.config.ts',
        'oxlint.imports.ts',
      ],
      rules: {
        'import/no-default-export': 'off',
      },
    },
    {
      files: ['web/**/*.tsx'],
      rules: {
        'max-lines-per-function': [
          'error',
          {
            max: 100,
          },
        ],
      },
    },
    {
      files: ['web/entry.server.tsx'],
      rules: {
        'max-params': [
          'error',
          {
            max: 5,
          },
        ],
      },
    },
    {
      files: ['contract/**', 'server/**', 'scripts/**'],
      rules: {
        'react/rules-of-hooks': 'off',
        'react/exhaustive-deps': 'off',
      },
    },
    {
      files: ['scripts/prepare.js'],
      rules: {
        'no-console': 'off',
      },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'test/**', 'bench/**'],
      rules: {
        ...wall('test/**').rules,
        'max-lines': [
          'error',
          {
            max: 400,
          },
        ],
        'max-lines-per-function': 'off',
        'unicorn/consistent-function-scoping': 'off',
        'react/rules-of-hooks': 'off',
        'typescript/no-non-null-assertion': 'off',
      },
    },
  ],
});
