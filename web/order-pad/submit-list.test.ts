import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { endListKey, listKey } from '#web/order-list/list-key.ts';
import { refusedInWords, submitList } from './submit-list.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', fetched));
afterEach(() => void vi.unstubAllGlobals());

async function refusedWith(details: Readonly<Record<string, unknown>>): Promise<string> {
  const body = { acknowledged: false, error: 'too_many_unpaid_orders', message: '', ...details };
  fetched.mockResolvedValue(Response.json(body, { status: 429 }));
  const form = new FormData();
  form.set('lines', '[]');
  const outcome = await submitList(form);
  return 'sentence' in outcome ? outcome.sentence : 'placed';
}

const roomAt = '2026-11-20T12:00:00.000Z';

test('a list for which there is no room says what there is too much of, and whose', async () => {
  const own = { limit: 'account', roomAt };
  expect(await refusedWith({ ...own, counted: 'lines', most: 60 })).toMatch(
    /^Nothing was ordered: you may have 60 unpaid lines at a time\. Pay or cancel some of yours, or try again from /,
  );
  expect(await refusedWith({ ...own, counted: 'units', most: 20 })).toContain(
    'you may have 20 unpaid orders and lists at a time.',
  );
  expect(await refusedWith({ limit: 'network', counted: 'lines', most: 200, roomAt })).toContain(
    'people who have not bought here before may have 200 unpaid lines on your network at a time.',
  );
});

test('a line that was not ordered says what can be ordered instead', () => {
  const line = {
    index: 0,
    productId: 'x',
    error: 'quantity_out_of_range',
    message: 'No.',
  } as const;
  expect(refusedInWords({ ...line, message: 'Gone.', error: 'part_not_found' })).toBe('Gone.');
  expect(refusedInWords({ ...line, available: 450, nearest: [300, 400], rest: 0 })).toBe(
    '450 pieces in stock now; 300 or 400 can be ordered.',
  );
  expect(refusedInWords({ ...line, available: 30, nearest: [], rest: 30 })).toBe(
    '30 pieces in stock now; the rest of 30 can be ordered.',
  );
  expect(refusedInWords({ ...line, available: 0, nearest: [], rest: 0 })).toBe(
    '0 pieces in stock now.',
  );
});

test('a list of which no answer says how it went is not said to be unordered', async () => {
  const place = async () => {
    const form = new FormData();
    form.set('lines', '[]');
    const outcome = await submitList(form);
    return 'sentence' in outcome ? outcome.sentence : 'placed';
  };
  fetched.mockRejectedValueOnce(new TypeError('The connection broke off.'));
  expect(await place()).toBe(
    'It is not known whether your list was ordered; if it was, My Orders shows it. The shop cannot be reached. Please check the connection and try again.',
  );
  for (const status of [500, 502, 504]) {
    fetched.mockResolvedValueOnce(new Response('', { status }));
    expect(await place()).toMatch(/^It is not known whether your list was ordered; /);
  }
  const body = { acknowledged: false, error: 'lines_refused', message: 'No line.', lines: [] };
  fetched.mockResolvedValueOnce(Response.json(body, { status: 422 }));
  expect(await place()).toBe('Nothing was ordered. No line.');
});

test('a list has the key of the one before until somebody is told that it was ordered, now or before', async () => {
  fetched.mockReset();
  const place = async () => {
    const form = new FormData();
    form.set('lines', '[]');
    form.set('key', listKey());
    return (await submitList(form)).kind;
  };
  const refused = (status: number, error: string) =>
    Response.json({ acknowledged: false, error, message: 'No.' }, { status });
  const placed = { acknowledged: true, insertedId: 'list-1', orders: [], refused: [], total: 0 };
  fetched.mockRejectedValueOnce(new TypeError('The connection broke off.'));
  fetched.mockResolvedValueOnce(refused(422, 'lines_refused'));
  // Whoever left the page meanwhile was not told.
  fetched.mockResolvedValueOnce(Response.json(placed));
  fetched.mockResolvedValueOnce(Response.json(placed));
  fetched.mockResolvedValueOnce(refused(422, 'key_reused'));
  fetched.mockResolvedValueOnce(refused(422, 'list_ordered_before'));
  fetched.mockResolvedValueOnce(Response.json(placed));
  for (const kind of ['refused', 'refused', 'placed', 'placed']) expect(await place()).toBe(kind);
  endListKey();
  // The same of what was ordered before.
  for (const kind of ['used', 'used']) expect(await place()).toBe(kind);
  endListKey();
  expect(await place()).toBe('placed');
  const keys = fetched.mock.calls.map(([, made]) =>
    new Headers(made?.headers).get('idempotency-key'),
  );
  const [first, , , , before, , last] = keys;
  expect(keys).toEqual([first, first, first, first, before, before, last]);
  expect(new Set(keys).size).toBe(3);
});
