import type { AddressInfo } from 'node:net';
import { mountSite } from '#server/http/site.ts';
import { freePort } from './free-port.ts';
import { startShop, type ShopOptions, type TestShop } from './harness.ts';

/** A shop with the built pages that a browser can open. */
export interface PageShop extends TestShop {
  /** `http://127.0.0.1:PORT`. */
  readonly address: string;
}

/** PUBLIC_URL has another host. */
export async function startPageShop(options: ShopOptions = {}): Promise<PageShop> {
  const shop = await startShop({ pages: mountSite, ...options });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = shop.app.server.address() as AddressInfo;
  return Object.assign(shop, { address: `http://127.0.0.1:${port}` });
}

/** PUBLIC_URL is the shop's own address, as links in mails and the form for cards need it. */
export async function startPublicPageShop(options: ShopOptions = {}): Promise<PageShop> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const shop = await startShop({ publicUrl: address, pages: mountSite, ...options });
  await shop.app.listen({ host: '127.0.0.1', port });
  return Object.assign(shop, { address });
}
