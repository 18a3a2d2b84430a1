import { expect, it } from 'vitest';
import { textParts } from './text-parts.ts';

const cut = (text: string) =>
  textParts(text, 'http://shop.test').map(({ text: piece, link }) => (link ? `[${piece}]` : piece));

it("turns the shop's own addresses into links, and nothing else", () => {
  expect(cut('Open:\n\nhttp://shop.test/verify-email?token=a.b-c\n\nBye')).toEqual([
    'Open:\n\n',
    '[http://shop.test/verify-email?token=a.b-c]',
    '\n\nBye',
  ]);
  for (const text of [
    'http://shop.test.evil.example/',
    'http://shop.test@evil.example/',
    'https://shop.test/',
    'javascript:alert(1)',
    '',
  ])
    expect(cut(text).join('')).toBe(text);
});
