import { afterAll } from 'vitest';
import { startShop, type ShopOptions, type TestShop } from './harness.ts';
import { withTimeout } from './with-timeout.ts';

/** The timeout of a start, for busy machines. */
const startMs = 120_000;

/** A shop for the tests of one file, closed after the last of them: `const shop = await useShop();` at the head of the file. */
export async function useShop(options: ShopOptions = {}): Promise<TestShop> {
  const shop = await withTimeout(startMs, startShop(options));
  afterAll(() => shop.close());
  return shop;
}
