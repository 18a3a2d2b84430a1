import { afterEach, expect, test, vi } from 'vitest';
import { shortDayOf, utcDayOf } from './moment.ts';

afterEach(() => void vi.useRealTimers());

test('a day of this year is said without the year, one of another year with it', () => {
  vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') });
  expect(shortDayOf('2026-01-20T12:00:00.000Z')).toBe('Jan 20');
  expect(shortDayOf('2025-12-30T12:00:00.000Z')).toBe('Dec 30, 25');
});

test('a day in UTC is written as Intl writes it', () => {
  const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
  for (let month = 0; month < 12; month++)
    for (const day of [1, 9, 10, 28]) {
      const moment = new Date(Date.UTC(2026, month, day, 23, 59)).toISOString();
      expect(utcDayOf(moment)).toBe(days.format(new Date(moment)));
    }
});
