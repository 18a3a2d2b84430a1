import type { Person, TestShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import type { Model } from './model.ts';
import type { Provider } from './steps.ts';

export const openingStock = 1000;
export const priceCents = 1250;

/** What the tests control: the provider's behaviour, and whether its webhooks arrive. */
export interface Controls {
  provider: Provider;
  hearsEvents: boolean;
}

/** How often each outcome of a race was seen. */
export interface Seen {
  paid: number;
  cancelled: number;
}

/** Controls and counters over all histories. */
export interface Watched {
  readonly controls: Controls;
  readonly seen: Seen;
}

/** The shop, parts and people of a history. */
export interface Setting extends Watched {
  readonly shop: TestShop;
  readonly parts: readonly string[];
  readonly buyers: readonly Person[];
  readonly admin: Person;
  readonly model: Model;
}

/** Each history has its own two parts, three buyers and admin. */
export async function begin(shop: TestShop, { controls, seen }: Watched): Promise<Setting> {
  controls.provider = 'well';
  controls.hearsEvents = false;
  shop.clock.advance(1000);
  // So old that the shop no longer asks the provider about payments of earlier histories.
  await shop.db
    .updateTable('payments')
    .set({ created_at: new Date(0) })
    .where('state', '=', 'kept')
    .execute();
  const parts = [await part(shop), await part(shop)];
  const buyers: Person[] = [];
  for (const name of ['Ana', 'Ben', 'Cleo'])
    buyers.push(await shop.person(name, { tokenHours: 100_000 }));
  const admin = await shop.person('Admin', { role: 'admin', tokenHours: 100_000 });
  const model: Model = { orders: [], stock: [openingStock, openingStock] };
  return { shop, controls, seen, parts, buyers, admin, model };
}

function part(shop: TestShop): Promise<string> {
  return samplePart(shop.db, {
    inStock: openingStock,
    orderQuantity: 100,
    priceCents,
    createdAt: shop.clock.now(),
  });
}
