import { expect, test } from 'vitest';
import { diffExcerpt } from './diff-excerpt.ts';

const beginning =
  'Diameter 312 mm, thickness 25 mm, minimum thickness 23 mm, 5 bolt holes on a 112 mm circle. ';

test('short texts, and texts that differ early, are shown from their beginning', () => {
  expect(diffExcerpt(['12.50', '20', '12.50'])).toEqual(['12.50', '20', '12.50']);
  expect(diffExcerpt([`A ${beginning}`, `B ${beginning}`])).toEqual([
    `A ${beginning}`,
    `B ${beginning}`,
  ]);
  expect(diffExcerpt(['x'.repeat(99), 'x'.repeat(100)])).toEqual(['x'.repeat(99), 'x'.repeat(100)]);
});

test('texts that differ late are shown from a word shortly before the difference, all from the same one', () => {
  expect(
    diffExcerpt([
      `${beginning}Packed in pairs.`,
      `${beginning}Packed singly.`,
      `${beginning}Packed in pairs, oiled.`,
    ]),
  ).toEqual([
    '… 5 bolt holes on a 112 mm circle. Packed in pairs.',
    '… 5 bolt holes on a 112 mm circle. Packed singly.',
    '… 5 bolt holes on a 112 mm circle. Packed in pairs, oiled.',
  ]);
  expect(diffExcerpt([beginning, `${beginning}Oiled.`])[1]).toBe(
    '… 23 mm, 5 bolt holes on a 112 mm circle. Oiled.',
  );
});

test('a text is never cut inside a character', () => {
  const [text = ''] = diffExcerpt([`${'🔧'.repeat(60)} a`, `${'🔧'.repeat(60)} b`]);
  expect(text.isWellFormed()).toBe(true);
});
