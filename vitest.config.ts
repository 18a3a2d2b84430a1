import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
      'test/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    environment: 'node',
    // Each file of tests opens its own embedded database; more at once only queue for the same cores.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: false,
  },
});
