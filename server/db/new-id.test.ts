import { expect, it } from 'vitest';
import { newId } from './new-id.ts';

it('ids are UUIDs of version 7 that sort by their time and never repeat', () => {
  const times = [0, 1, 1_700_000_000_000, 1_800_000_000_000];
  const ids = times.map((time) => newId(new Date(time)));

  for (const id of ids)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(ids).toEqual(ids.toSorted());
  expect(ids.map((id) => Number.parseInt(id.slice(0, 13).replace('-', ''), 16))).toEqual(times);
  expect(new Set(Array.from({ length: 1000 }, () => newId(new Date(1)))).size).toBe(1000);
});

it('ids of one millisecond sort in the order they were made', () => {
  const ids = Array.from({ length: 4000 }, () => newId(new Date(1_800_000_000_001)));
  expect(ids).toEqual(ids.toSorted());
});
