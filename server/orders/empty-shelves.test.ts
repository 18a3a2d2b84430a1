import { describe, expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const minute = 60_000;
const delivery = { address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' };

const shop = await useShop();

/** Orders all there is of one part after the other, until the shop refuses; answers how many nobody can order any more. */
async function emptyShelves(person: Person, from: string): Promise<number> {
  for (let emptied = 0; ; emptied += 1) {
    const part = await samplePart(shop.db, { orderQuantity: 100, inStock: 1000 });
    const { status } = await shop.request('POST', '/api/orders', {
      as: person,
      from,
      body: { productId: part, quantity: 1000, ...delivery },
    });
    if (status !== 201) return emptied;
  }
}

async function partsTaken(): Promise<number> {
  const rows = await shop.db.selectFrom('parts').select('id').where('in_stock', '<', 100).execute();
  return rows.length;
}

describe('thirty throwaway accounts of one foreign address, in ten minutes', () => {
  it('make ten parts unorderable, for an hour', async () => {
    for (let account = 0; account < 30; account += 1) {
      await emptyShelves(
        await shop.person(`Throwaway ${account}`, { emailVerified: false }),
        '203.0.113.66',
      );
      shop.clock.advance((10 * minute) / 30);
      await shop.everyMinute();
    }
    expect(await partsTaken()).toBe(10);
    shop.clock.advance(60 * minute);
    await shop.everyMinute();
    expect(await partsTaken()).toBe(0);
  });
});
