import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: [
      'contract/**/*.test.ts',
      'server/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
      'test/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/*.test.ts',
    ],
    environment: 'node',
    // Files share the modules of their process; loading the shop anew for each took a third of all time. What a file changes outside
    // of itself (clocks, mocks, globals) it puts back.
    isolate: false,
    // Each file of tests opens its own embedded database; more at once only queue for the same cores.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    allowOnly: false,
  },
});
