import { expect, test } from 'vitest';
import { ApiError, noneIfMissing } from './api-error.ts';

test('what the shop does not have is none; every other failure stays one', () => {
  expect(noneIfMissing(ApiError.of(404, {}))).toBeUndefined();
  const others = [ApiError.of(403, {}), ApiError.of(503, {}), new Error('not of the shop')];
  for (const other of others) expect(() => noneIfMissing(other)).toThrow(other);
});
