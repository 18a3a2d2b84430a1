import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { keepCodeFlag } from './engine-thread.ts';

it('keeps compiled WebAssembly by a flag that this V8 knows, because it would not say so', () => {
  expect(execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })).toContain(
    `  ${keepCodeFlag.replace('--no-', '--')} (`,
  );
});
