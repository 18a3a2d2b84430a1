import { expect, test } from 'vitest';
import { barOf, markedBars, scalesOf, stepLine, stretchAt } from './chart-scales.ts';

const weeks = [
  { start: 0, days: 3, value: 80 },
  { start: 3, days: 7, value: 0 },
  { start: 10, days: 10, value: -40 },
];

test('a bar is as wide as its days, and stands on zero, also where money went back', () => {
  const scales = scalesOf(20, weeks);
  expect(scales.ticks).toEqual([-40, -20, 0, 20, 40, 60, 80]);
  const bars = weeks.map((week) => barOf(scales, week, weeks.length));
  expect(bars.map(({ x, width }) => [x, width])).toEqual([
    [1.5, 12],
    [18.5, 28],
    [55, 40],
  ]);
  const zero = 66.67;
  expect(bars.map(({ y, height }) => [y, height])).toEqual([
    [0, 66.67],
    [zero, 0],
    [zero, 33.33],
  ]);
});

test('the line of the days before is level within each of its periods, and leaves the ground free', () => {
  const scales = scalesOf(20, weeks);
  expect(stepLine(scales, weeks)).toBe('M0 0H15L15 66.67M50 66.67L50 100H100');
  expect(stepLine(scales, weeks.slice(1))).toBe('M15 66.67M50 66.67L50 100H100');
  expect(stepLine(scales, [])).toBe('');
  expect(stepLine(scales, weeks.slice(1, 2))).toBe('');
});

test('a place is that of the bar above it, to both ends', () => {
  const scales = scalesOf(20, weeks);
  const found = [-3, 0, 14.9, 15, 49.9, 50, 99, 104].map((place) =>
    stretchAt(scales, weeks, place),
  );
  expect(found).toEqual([0, 0, 0, 1, 1, 2, 2, 2]);
});

test('without any value there is an axis from nothing to one, and as many marks as there is room for', () => {
  expect(scalesOf(2, [{ start: 0, days: 2, value: 0 }]).ticks).toEqual([0, 1]);
  expect(markedBars(7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(markedBars(30)).toEqual([0, 5, 10, 15, 20, 25]);
  expect(markedBars(366)).toHaveLength(7);
});
