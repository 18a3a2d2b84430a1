import { expect, test } from 'vitest';
import { mostOfAPart } from '#contract/part-list-rules.ts';
import type { Fitment } from '#contract/part-lists.ts';
import { addRow, type WantedPart } from './wanted-part.ts';

const fitment = (place: number): Fitment => ({
  make: 'Ford',
  model: `Model ${place}`,
  yearFrom: 2001,
  yearTo: 2003,
  engine: '',
  position: '',
  note: '',
  source: '',
  remark: '',
});
const together = (rows: readonly WantedPart[]): WantedPart => {
  const part: WantedPart = {};
  for (const row of rows) expect(addRow(part, row)).toBeUndefined();
  return part;
};

test('a vehicle that another row repeats is one vehicle, a picture may stand at a part twice', () => {
  const picture = { image: '/pictures/disc.webp', alt: '' };
  const row = () => ({ fitments: [fitment(1)], pictures: [{ ...picture }] });
  expect(together([row(), row()])).toEqual({
    fitments: [fitment(1)],
    pictures: [picture, picture],
  });
});

test('a stock change of a further row counts once where the row says more of the part, else it is no repetition', () => {
  const row = (more: WantedPart = {}): WantedPart => ({
    partNumber: 'A 1',
    stockChange: 50,
    ...more,
  });
  // As lists write parts of several vehicles: each row has all facts.
  const part = together([row({ fitments: [fitment(1)] }), row({ fitments: [fitment(2)] })]);
  expect(part).toEqual(row({ fitments: [fitment(1), fitment(2)] }));
  // Two lines of a delivery, or one that stands there by mistake.
  expect(addRow(part, row())).toBe('stockChange');
  expect(addRow(part, row({ fitments: [fitment(2)] }))).toBe('stockChange');
  expect(addRow(part, row({ stockChange: 20, fitments: [fitment(3)] }))).toBe('stockChange');
  expect(part).toEqual(row({ fitments: [fitment(1), fitment(2)] }));
  expect(addRow(part, { partNumber: 'A 1' })).toBeUndefined();
});

test('a part with more vehicles than it may have grows no further, so that it is refused', () => {
  const rows = Array.from({ length: mostOfAPart.fitments + 500 }, (_, place) => ({
    fitments: [fitment(place)],
  }));
  expect(together(rows).fitments).toHaveLength(mostOfAPart.fitments + 1);
});

test('each row is read once for comparing, however many there are of a part', () => {
  let reads = 0;
  const rows = Array.from({ length: 300 }, (_, place) => ({
    fitments: [
      Object.defineProperty(fitment(place), 'note', {
        enumerable: true,
        get: () => {
          reads += 1;
          return '';
        },
      }),
    ],
  }));
  together(rows);
  expect(reads).toBe(rows.length);
});
