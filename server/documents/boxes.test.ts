import { expect, it } from 'vitest';
import type { DocumentLink } from '#contract/documents.ts';
import { orderNumber } from '#contract/order-rules.ts';
import { useOrdersTogether } from '#test/orders-together.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import type { Person } from '#test/harness.ts';

const { shop, admin } = await useOrdersTogether();
const slipsOf = async (as: Person, path: string): Promise<DocumentLink[]> =>
  (await shop.request('GET', `/api${path}/documents`, { as })).body.filter(
    ({ kind }: DocumentLink) => kind === 'packing-slip',
  );
const slip = async (as: Person, id: string | undefined) =>
  (await shop.request('GET', `/api/documents/packing-slip/${id}`, { as })).body;
const ship = (orderId: string | undefined, body: object) =>
  shop.request('POST', `/api/orders/${orderId}/shipments`, { as: admin, body });
const slipNumber = (orderId: string | undefined, nth: number) =>
  `${orderNumber(orderId ?? '').replace('UH', 'US')}-${nth}`;

/** A paid list of four, of whose second line 50 pieces were sent before. */
async function paidList() {
  const ana = await shop.person('Ana Duarte');
  const parts = [];
  for (const name of ['Hose', 'Belt', 'Axle', 'Cap'])
    parts.push([await samplePart(shop.db, { name }), 200] as const);
  const { insertedId, orders } = (await placeBatch(shop, ana, parts)).body;
  const ids: string[] = orders.map(({ _id }: { _id: string }) => _id);
  for (const id of ids) await shop.pay(ana, id);
  shop.clock.advance(1000);
  await ship(ids[1], { quantity: 50 });
  shop.clock.advance(1000);
  return { ana, list: `/batches/${insertedId}`, ids };
}

it('lines of a list that are approved in one step are on one packing slip, in the order of the list', async () => {
  const { ana, list, ids } = await paidList();
  await shop.request('POST', `/api/admin${list}/ship`, { as: admin });
  const slips = await slipsOf(ana, list);
  expect(slips.map(({ number }) => number)).toEqual([slipNumber(ids[1], 1), slipNumber(ids[0], 1)]);
  const whole = await slip(ana, slips[1]?._id);
  expect(whole).toMatchObject({
    number: slipNumber(ids[0], 1),
    lines: [
      { name: 'Hose', ordered: 200, before: 0, shipped: 200 },
      { name: 'Belt', ordered: 200, before: 50, shipped: 150 },
      { name: 'Axle', ordered: 200, before: 0, shipped: 200 },
      { name: 'Cap', ordered: 200, before: 0, shipped: 200 },
    ],
  });
  expect((await slip(ana, slips[0]?._id)).lines).toMatchObject([{ name: 'Belt', shipped: 50 }]);
  expect(await slipsOf(ana, `/orders/${ids[2]}`)).toEqual([slips[1]]);
  expect(await slipsOf(ana, `/orders/${ids[1]}`)).toEqual(slips);
  const shipments = shop.db
    .selectFrom('shipments')
    .select('id')
    .where('order_id', '=', ids[3] ?? '');
  const { id } = await shipments.executeTakeFirstOrThrow();
  expect(await slip(admin, id)).toEqual(whole);
  expect((await slip(await shop.person('Omar Other'), id)).error).toBe('document_not_found');
});

it('what leaves in other parcels, or of one order twice, has slips of its own', async () => {
  const { ana, list, ids } = await paidList();
  await ship(ids[0], { quantity: 200, carrier: 'DHL', trackingNumber: '1' });
  await ship(ids[1], { quantity: 100, carrier: 'DHL', trackingNumber: '2' });
  await ship(ids[1], { quantity: 50, carrier: 'DHL', trackingNumber: '2' });
  await ship(ids[2], { quantity: 200, carrier: 'DHL', trackingNumber: '2' });
  const slips = await slipsOf(ana, list);
  const named = await Promise.all(
    slips.map(async ({ _id }) =>
      (await slip(ana, _id)).lines.map((line: { name: string; shipped: number }) => [
        line.name,
        line.shipped,
      ]),
    ),
  );
  expect(named).toEqual([
    [['Belt', 50]],
    [['Hose', 200]],
    [
      ['Belt', 100],
      ['Axle', 200],
    ],
    [['Belt', 50]],
  ]);
});
