import type { Answer, Person, TestShop } from './harness.ts';

/** How a batch is sent. */
interface SentBatch {
  readonly from?: string;
  readonly key?: string;
  /** Further fields of the body. */
  readonly more?: Readonly<Record<string, unknown>>;
}

/** Sends a list of parts and quantities as one batch. */
export function placeBatch(
  shop: Pick<TestShop, 'request'>,
  as: Person,
  lines: readonly (readonly [productId: string, quantity: unknown])[],
  { more, ...sent }: SentBatch = {},
): Promise<Answer> {
  return shop.request('POST', '/api/batches', {
    as,
    ...sent,
    body: {
      address: '12 Dock Road, Leeds',
      phone: '+44 20 7946 0111',
      lines: lines.map(([productId, quantity]) => ({ productId, quantity })),
      ...more,
    },
  });
}
