import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneAtATime } from '#server/images/one-at-a-time.ts';

test('pictures are encoded one after the other, in the order in which they came', async () => {
  const inTurn = oneAtATime(5);
  const seen: string[] = [];
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`);
    await sleep(ms);
    seen.push(`${name} ends`);
    return name;
  };
  expect(await Promise.all([inTurn(work('a', 20)), inTurn(work('b', 1)), inTurn(work('c', 1))])).toEqual(['a', 'b', 'c']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('a picture that fails does not hold up the next one', async () => {
  const inTurn = oneAtATime(5);
  const failed = inTurn(() => Promise.reject(new Error('broken')));
  const next = inTurn(async () => 'next');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('who finds the line full is told to come back, and can once it moves', async () => {
  const inTurn = oneAtATime(1);
  const first = inTurn(() => sleep(10, 'first'));
  const second = inTurn(async () => 'second');
  await expect(inTurn(async () => 'third')).rejects.toMatchObject({ code: 'unavailable' });
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
  expect(await inTurn(async () => 'fourth')).toBe('fourth');
});
