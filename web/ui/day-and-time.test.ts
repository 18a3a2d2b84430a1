import { expect, test } from 'vitest';
import { dayAndTime } from './day-and-time.ts';

/** A time in the local time zone. */
const local = (day: number, hours: number, minutes: number) =>
  new Date(2026, 10, day, hours, minutes);

test.each([
  [local(20, 15, 20), local(20, 14, 20), 'today at 3:20 PM'],
  [local(21, 0, 10), local(20, 23, 50), 'tomorrow at 12:10 AM'],
  [local(19, 23, 59), local(20, 0, 1), 'yesterday at 11:59 PM'],
  [local(23, 9, 0), local(20, 9, 0), 'Nov 23, 2026 at 9:00 AM'],
])('%s is, on %s, %s', (then, now, words) => {
  // Some versions of ICU write a narrow space before AM and PM.
  expect(dayAndTime(then.toISOString(), now).replaceAll(/\s/g, ' ')).toBe(words);
});
