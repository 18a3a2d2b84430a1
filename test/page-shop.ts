import type { AddressInfo } from 'node:net';
import { mountSite } from '#server/http/site.ts';
import { startShop, type ShopOptions, type TestShop } from './harness.ts';

/** A shop with the built pages that a browser can open. */
export interface PageShop extends TestShop {
  /** `http://127.0.0.1:PORT`; PUBLIC_URL has another host. */
  readonly address: string;
}

export async function startPageShop(options: ShopOptions = {}): Promise<PageShop> {
  const shop = await startShop({ pages: mountSite, ...options });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = shop.app.server.address() as AddressInfo;
  return Object.assign(shop, { address: `http://127.0.0.1:${port}` });
}
