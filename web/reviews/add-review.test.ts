import { afterEach, expect, test, vi } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { addReview, reviewErrors, typedReview } from './add-review.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each(['1', '5'])('a rating of %s with a message is a review', (rating) => {
  expect(reviewErrors({ rating, message: 'Fits.' })).toBeUndefined();
});

test('both fields are required', () => {
  expect(reviewErrors({ rating: '', message: ' \n' })).toEqual({
    rating: 'Rating is required',
    message: 'Message is required',
  });
});

test.each(['0', '6', '4.5', 'many'])('a rating of %s is none', (rating) => {
  expect(reviewErrors({ rating, message: 'Fits.' })).toEqual({
    rating: 'Must be a whole number from 1 to 5',
  });
});

test('a message may be as long as the shop takes it', () => {
  expect(reviewErrors({ rating: '5', message: 'x'.repeat(2000) })).toBeUndefined();
  expect(reviewErrors({ rating: '5', message: 'x'.repeat(2001) })).toEqual({
    message: 'Must be at most 2000 characters long',
  });
});

test('what it says of vehicles is what was said before, as changed, and of another vehicle', () => {
  const form = new FormData();
  form.set('rating', '5');
  form.set('message', 'Good.');
  const [golf, uno] = [2015, 2016].map((year) => ({ make: 'VW', model: 'Golf', year, engine: '' }));
  for (const [vehicle, verdict] of [
    [golf, 'does not fit'],
    [uno, ''],
  ] as const) {
    form.append('said', JSON.stringify(vehicle));
    form.append('said-verdict', verdict);
  }
  const before = [{ ...golf, verdict: 'does not fit' }];
  expect(typedReview(form)).toEqual({ rating: '5', message: 'Good.', fits: before });
  form.set('verdict', 'fits');
  const incomplete = typedReview(form);
  expect(reviewErrors(incomplete)).toEqual({ vehicle: 'Vehicle is required' });
  form.set(
    'vehicle',
    JSON.stringify({ make: 'Audi', model: 'A3', engine: '', yearFrom: 2004, yearTo: 2004 }),
  );
  expect(typedReview(form).fits).toEqual([
    ...before,
    { make: 'Audi', model: 'A3', engine: '', year: 2004, verdict: 'fits' },
  ]);
});

test('a review names its order, because another one of the part may have been paid with it', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Response.json({ acknowledged: true });
  });
  const order = {
    _id: '0b8f0a52-6a0e-4f6f-9a55-0f3f3f0a1c11',
    productId: '9d4f0a52-6a0e-4f6f-9a55-0f3f3f0a1c22',
    productName: 'Brake disc',
    name: 'Casey',
    email: 'casey@example.com',
    transactionId: 'pi_1',
  } as Order;
  const outcome = await addReview(order, { rating: '4', message: 'Fits.', fits: [] });
  expect(outcome).toEqual({ kind: 'added' });
  const { _id: orderId, ...copies } = order;
  expect(sent).toEqual([{ ...copies, orderId, rating: 4, message: 'Fits.', fits: [] }]);
});
