import { afterEach, expect, test, vi } from 'vitest';
import { shortDayOf } from './moment.ts';

afterEach(() => void vi.useRealTimers());

test('a day of this year is said without the year, one of another year with it', () => {
  vi.useFakeTimers({ now: new Date('2026-06-01T12:00:00Z') });
  expect(shortDayOf('2026-01-20T12:00:00.000Z')).toBe('Jan 20');
  expect(shortDayOf('2025-12-30T12:00:00.000Z')).toBe('Dec 30, 25');
});
