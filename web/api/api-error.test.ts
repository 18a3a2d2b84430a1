import { expect, test } from 'vitest';
import { ApiError, isTransient, noneIfMissing } from './api-error.ts';

test('what the shop does not have is none; every other failure stays one', () => {
  expect(noneIfMissing(ApiError.of(404, {}))).toBeUndefined();
  const others = [ApiError.of(403, {}), ApiError.of(503, {}), new Error('not of the shop')];
  for (const other of others) expect(() => noneIfMissing(other)).toThrow(other);
});

test('the same call may succeed later only where the shop did not deal with it', () => {
  const transient = [0, 400, 401, 403, 404, 409, 429, 500, 503].filter((status) =>
    isTransient(new ApiError(status, 'network', 'Not done.')),
  );
  expect(transient).toEqual([0, 429, 500, 503]);
});
