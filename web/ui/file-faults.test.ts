import { expect, test } from 'vitest';
import { ApiError } from '#web/api/api-error.ts';
import { fileFault } from './file-faults.ts';

test('a file that was not taken says why; any other fault is none of the file', () => {
  expect(fileFault(new ApiError(422, 'image_unknown', 'No picture.'))).toBe('No picture.');
  expect(fileFault(new DOMException('It is gone.', 'NotFoundError'))).toBe(
    'The file could not be read. Choose it again.',
  );
  const fault = new RangeError('A fault of our own.');
  expect(() => fileFault(fault)).toThrow(fault);
});
