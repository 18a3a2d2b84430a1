import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { heapFlag } from './heap.js';

it('is bounded by a flag that this V8 knows, because it would not say so', () => {
  expect(execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })).toContain(
    `  ${heapFlag} (`,
  );
});
