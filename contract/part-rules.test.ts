import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partIdIn, partNumberKey, partSlug, previewOf } from './part-rules.ts';

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

it('a part’s public address ends in its id, whatever its name', () => {
  const _id = '019a8c5e-1f00-7000-8000-0000000000ab';
  expect(partSlug({ _id, name: 'Brake disc, front, Ø 312 mm' })).toBe(
    `brake-disc-front-312-mm-${_id}`,
  );
  expect(partSlug({ _id, name: 'Zündkerze “Spezial”' })).toBe(`zundkerze-spezial-${_id}`);
  expect(partSlug({ _id, name: '火花塞' })).toBe(_id);
  fc.assert(
    fc.property(fc.uuid(), fc.string(), (id, name) => {
      const slug = partSlug({ _id: id, name });
      expect(slug).toMatch(/^[a-z0-9-]+$/);
      expect(partIdIn(slug)).toBe(id);
    }),
  );
  expect(partIdIn('brake-disc')).toBe('brake-disc');
});
