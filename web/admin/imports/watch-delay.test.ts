import { expect, test } from 'vitest';
import { nextDelay, type Heard } from './watch-delay.ts';

const after = (...heard: Heard[]) => heard.reduce(nextDelay, 0);

test('while work goes on the page asks about once a second', () => {
  expect(after('moved')).toBe(700);
  expect(after('moved', 'moved', 'moved')).toBe(700);
});

test('while it stands still the page asks less and less, but every five seconds', () => {
  const delays = [1, 2, 3, 20].map((times) =>
    after(...Array.from({ length: times }, () => 'still' as const)),
  );
  expect(delays).toEqual(delays.toSorted((one, other) => one - other));
  expect(delays.at(-1)).toBe(5000);
  expect(after('still', 'still', 'still', 'moved', 'moved', 'moved', 'moved')).toBe(700);
});

test('while the shop cannot be reached the page asks twice a minute', () => {
  expect(after(...Array.from({ length: 20 }, () => 'nothing' as const))).toBe(30_000);
});

test('after an outage the page asks often again as soon as it hears of the work', () => {
  const outage = Array.from({ length: 20 }, () => 'nothing' as const);
  expect(after(...outage, 'still')).toBe(5000);
});
