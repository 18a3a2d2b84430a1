import { expect, test } from 'vitest';
import { StatementNames } from './statement-names.ts';

/** The mark of any-values.ts stands at the end. */
const markedForAnyValues = (text: string) => `${text} /* for any values */`;

const text = (n: number) => `select ${n} from parts where id = $1`;

test('of statements with plans for any values the last five hundred have names, and none of them that of another', () => {
  const names = new StatementNames();
  const first = names.of(markedForAnyValues(text(0)));
  const given = Array.from({ length: 600 }, (_, at) => {
    expect(names.known(markedForAnyValues(text(0)))).toBe(first);
    return names.of(markedForAnyValues(text(at + 1)));
  });
  expect(new Set([...given, first]).size).toBe(601);
  expect(names.known(markedForAnyValues(text(600)))).toBe(given.at(-1));
  expect(names.known(markedForAnyValues(text(1)))).toBeUndefined();
});

test('of all others the first five hundred have', () => {
  const names = new StatementNames();
  const given = Array.from({ length: 501 }, (_, at) => names.of(text(at)));
  expect(given.at(-1)).toBeUndefined();
  expect(new Set(given.slice(0, 500)).size).toBe(500);
  expect(names.of(text(0))).toBe(given[0]);
});
