import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Email, line, text } from './fields.ts';
import { isEmail, isLine, isText } from './text-rules.ts';

/** Texts of ordinary characters, of odd ones, and of those that addresses are made of. */
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom('a', ' ', '\n', '\t', '\u2028', '\0', '\uD800', 'é', 'é'),
    maxLength: 12,
  }),
  fc.string({ unit: fc.constantFrom('a', 'B', '@', '.', '-', ' ', '1', 'ü', '"'), maxLength: 12 }),
  fc.emailAddress(),
);

test('the browser takes the texts that the server takes, and no others', () => {
  fc.assert(
    fc.property(texts, fc.constantFrom(0, 1), (typed, least) => {
      expect([isText(typed, 8, least), isLine(typed, 8, least), isEmail(typed)]).toEqual(
        [text(8, least), line(8, least), Email].map((schema) => z.safeParse(schema, typed).success),
      );
    }),
    { numRuns: 5000 },
  );
});

test('the pattern of addresses is HTML’s', () => {
  const isHtml = (typed: string) => z.regexes.html5Email.test(typed);
  for (const typed of ['a@b', 'a_b+c@d.example', 'a@-b', 'a@b-', 'a b@c', `a@${'b'.repeat(64)}`])
    expect(isEmail(typed)).toBe(isHtml(typed));
});
