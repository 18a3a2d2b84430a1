import { expect, it } from 'vitest';
import { partNumberKey, previewOf } from './part-rules.ts';

it('a preview is the first 120 characters and three dots', () => {
  expect(previewOf('x'.repeat(200))).toBe(`${'x'.repeat(120)}...`);
});

it('a preview never cuts a character in two', () => {
  const preview = previewOf('🔧'.repeat(130));
  expect(preview).toBe(`${'🔧'.repeat(120)}...`);
  expect(preview.isWellFormed()).toBe(true);
});

it('part numbers are compared without dashes, spaces and case', () => {
  expect(partNumberKey(' bk-0986 479.b1 ')).toBe('BK0986479B1');
});
