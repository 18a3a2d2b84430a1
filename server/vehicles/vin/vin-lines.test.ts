import { expect, test } from 'vitest';
import { vinsOfLines } from './vin-lines.ts';

const accord = '1HGCM82633A004352';
const jetta = '3vwll7aj9bm053541';

test.each([
  ['', []],
  [' \n\t\n', []],
  [accord, [[1, accord]]],
  [
    `${accord}\n\n${jetta}\r\n`,
    [
      [1, accord],
      [3, jetta],
    ],
  ],
  [
    `${accord}\r${jetta}`,
    [
      [1, accord],
      [2, jetta],
    ],
  ],
  [
    `${accord}, ${jetta}; ${accord}`,
    [
      [1, accord],
      [1, jetta],
      [1, accord],
    ],
  ],
  [
    `${accord} ${jetta}`,
    [
      [1, accord],
      [1, jetta],
    ],
  ],
  [`Van 3\t${accord}\tFord Transit 2018`, [[1, accord]]],
  [`"WBA 3A5C57CF 256651","Van"`, [[1, 'WBA 3A5C57CF 256651']]],
  [`VIN:${accord}`, [[1, accord]]],
  [`(${accord}).`, [[1, accord]]],
  [`\u200b${accord}`, [[1, accord]]],
  ['VIN WBA 3A5C57CF 256651', [[1, 'WBA 3A5C57CF 256651']]],
  [`Van 3 (${accord}) of 2003`, [[1, accord]]],
  ['1HGCM82633AO04352', [[1, '1HGCM82633AO04352']]],
  [
    'VIN\n1HGCM82633A00435',
    [
      [1, undefined],
      [2, undefined],
    ],
  ],
  ['clutch kit golf 2015', [[1, undefined]]],
] as [string, [number, string | undefined][]][])('of %j are %j', (list, found) => {
  expect(vinsOfLines(list).map(({ line, vin }) => [line, vin])).toEqual(found);
});
