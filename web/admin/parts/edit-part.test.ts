import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errors } from '#contract/errors.ts';
import { changedFacts } from './edit-part.ts';
import { clientAction } from './edit-product-page.tsx';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => void vi.stubGlobal('fetch', fetched));
afterEach(() => void vi.unstubAllGlobals());

test('what somebody else changed is told as it is now', () => {
  expect(changedFacts({ price: { was: 12.5, is: 13 }, name: { was: 'a', is: 'b' } })).toEqual({
    price: 13,
    name: 'b',
  });
  expect(changedFacts(undefined)).toEqual({});
});

test('a repeated try has the key of its form, so that an edit whose answer was lost is done once', async () => {
  const body = { acknowledged: false, error: 'key_reused', message: errors.key_reused[1] };
  fetched.mockResolvedValueOnce(Response.json(body, { status: 409 }));
  const facts = {
    name: 'Disc',
    price: '2.00',
    orderQuantity: '100',
    image: '/pictures/disc.webp',
    description: 'Vented.',
  };
  const seen = JSON.stringify({ ...facts, price: 1, orderQuantity: 100 });
  const form = new URLSearchParams({ ...facts, step: 'facts', seen, key: 'form-1' });
  const request = new Request('http://shop.test/', { method: 'POST', body: form });
  const given = { request, params: { id: 'x' } } as unknown as Parameters<typeof clientAction>[0];
  expect(await clientAction(given)).toEqual({
    kind: 'used',
    sentence:
      'Not saved: an earlier try of yours was saved after all. Save again to compare it with what you typed.',
  });
  const [, options] = fetched.mock.calls[0] ?? [];
  expect(new Headers(options?.headers).get('idempotency-key')).toBe('form-1');
});
