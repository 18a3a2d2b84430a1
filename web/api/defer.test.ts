import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defer, valueOf } from './defer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const after = <Value>(ms: number, value: Value) =>
  new Promise<Value>((resolve) => setTimeout(() => resolve(value), ms));

test('lists that are there in time are handed on as they are, and nobody waits longer than they take', async () => {
  const loading = defer({ parts: after(20, ['disc']), reviews: after(40, ['good']) }, 50);
  await vi.advanceTimersByTimeAsync(40);
  expect(await loading).toEqual({
    parts: { ok: true, json: '["disc"]' },
    reviews: { ok: true, json: '["good"]' },
  });
  expect(vi.getTimerCount()).toBe(0);
});

test('a list that is late is handed on as a promise while the others are there', async () => {
  const loading = defer({ parts: after(300, ['disc']), reviews: after(10, ['good']) }, 50);
  await vi.advanceTimersByTimeAsync(50);
  const { parts, reviews } = await loading;
  expect(reviews).toEqual({ ok: true, json: '["good"]' });
  expect(parts).toBeInstanceOf(Promise);
  await vi.advanceTimersByTimeAsync(250);
  expect(await parts).toEqual({ ok: true, json: '["disc"]' });
});

test('a list that fails leaves the rest of the page standing, also when it fails late', async () => {
  const late = after(200, 0).then(() => Promise.reject(new Error('no database')));
  const loading = defer(
    { parts: Promise.reject(new Error('no database')), reviews: after(10, ['good']), late },
    50,
  );
  await vi.advanceTimersByTimeAsync(50);
  const page = await loading;
  expect(page.parts).toEqual({ ok: false });
  expect(page.reviews).toEqual({ ok: true, json: '["good"]' });
  await vi.advanceTimersByTimeAsync(150);
  expect(await page.late).toEqual({ ok: false });
});

test('the browser reads what the server loaded, once, and the server need not read it', async () => {
  const loaded = ['disc'];
  const { parts } = await defer({ parts: Promise.resolve(loaded) }, 50);
  if (parts instanceof Promise || !parts.ok) throw new Error('The parts should be there.');
  expect(valueOf(parts)).toBe(loaded);
  const travelled: typeof parts = JSON.parse(JSON.stringify(parts));
  expect(valueOf(travelled)).toEqual(loaded);
  expect(valueOf(travelled)).toBe(valueOf(travelled));
  expect(valueOf({ ok: true, value: loaded })).toBe(loaded);
});
