import type { AddressInfo } from 'node:net';
import { mountSite } from '#server/http/site.ts';
import { startShop, type TestShop } from './harness.ts';

/** A shop with the built pages that a browser can open, on an empty database of its own. */
export async function startPageShop(): Promise<TestShop & { readonly address: string }> {
  const shop = await startShop({ pages: mountSite });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  return {
    ...shop,
    address: `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`,
  };
}
