import { expect, test } from 'vitest';
import { readYears } from './read-years.ts';

const latestYear = 2028;

test.each([
  ['2010', 2010, 2010],
  ['03/2010', 2010, 2010],
  ['2010-03-01', 2010, 2010],
  ['2010-2015', 2010, 2015],
  ['2010 – 2015', 2010, 2015],
  ['2010/2015', 2010, 2015],
  ['2010 to 2015', 2010, 2015],
  ['von 2010 bis 2015', 2010, 2015],
  ['03/2010 - 12/2015', 2010, 2015],
  ['01.03.2010-31.12.2015', 2010, 2015],
  ['2010/03-2015/12', 2010, 2015],
  ['2010-03-01 - 2015-12-31', 2010, 2015],
  ['Mar 2010 - Dez. 2015', 2010, 2015],
  ['2010-15', 2010, 2015],
  ['2010-2008', 2010, 2008],
])('reads the years of %s', (typed, yearFrom, yearTo) => {
  expect(readYears(typed, latestYear)).toEqual({ yearFrom, yearTo });
});

test.each([
  '2010-',
  '2010+',
  '2010 →',
  '2010->',
  '06.2010-',
  '2010 - present',
  '2010 bis heute',
  '2010 on',
  '2010 and up',
  'ab 2010',
  'since 03/2010',
])('reads %s as until the latest year that the shop takes', (typed) => {
  expect(readYears(typed, latestYear)).toEqual({ yearFrom: 2010, yearTo: latestYear });
});

test.each([
  '2009, 2010, 2012',
  '2009, 2010',
  '2010 2015',
  '2010-08',
  '2010/12',
  '2010-1',
  '68',
  '10-15',
  '-2010',
  'bis 2010',
  '2010-2012 & 2014',
  '120103',
  'all',
  '',
  '9'.repeat(100_000),
])('reads no years where they are not surely meant: %s', (typed) => {
  expect(readYears(typed, latestYear)).toBeUndefined();
});
