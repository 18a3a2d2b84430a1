import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addPictures, askReturn } from './return-steps.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => void vi.unstubAllGlobals());

/** A file that was changed since it was chosen: the browser does not read it. */
class ChangedFile extends File {
  override arrayBuffer(): Promise<never> {
    return Promise.reject(new DOMException('It was changed.', 'NotReadableError'));
  }
}

const good = new File(['good'], 'good.png');
const changed = new ChangedFile(['changed'], 'changed.png');
const added = () => Response.json({ acknowledged: true });

test('a picture that cannot be read is refused, and the others are added', async () => {
  fetched.mockImplementation(() => Promise.resolve(added()));
  expect(await addPictures('return-1', [changed, good])).toEqual({
    kind: 'refused',
    rowId: 'return-1',
    sentence: 'changed.png was not added. The file could not be read. Choose it again.',
  });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a return is asked for though its picture cannot be read', async () => {
  fetched.mockResolvedValueOnce(Response.json({ acknowledged: true, insertedId: 'return-1' }));
  const typed = { reason: 'damaged', quantity: '20', note: '', pictures: [changed] } as const;
  expect(await askReturn('order-1', typed, 'key-1')).toEqual({ kind: 'done' });
});
