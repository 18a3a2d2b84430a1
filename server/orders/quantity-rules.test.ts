import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOf, dollarsOf, maxChargeCents, minChargeCents } from '#contract/money.ts';
import { ruleFault } from '#contract/order-rules.ts';
import { expectInvariants } from '#test/invariants.ts';
import { priceAt, soldPart, validQuantities } from '#test/quantity-oracle.ts';
import { sampleFacts, samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ana = await shop.person('Ana Buyer');

const none = { quantityStep: null, largestOrder: null, packLabel: null, priceBreaks: [] };
const rules = {
  quantityStep: 50,
  largestOrder: 900,
  packLabel: 'box of 50',
  priceBreaks: [
    { from: 400, price: 11 },
    { from: 800, price: 9.99 },
  ],
};
const edit = (part: string, facts: object, was: object = none) =>
  shop.request('PATCH', `/api/part/${part}`, {
    as: admin,
    body: { seen: { ...sampleFacts, ...was }, facts: { ...sampleFacts, ...facts } },
  });
const order = (productId: string, quantity: number, price?: number, as = ana) =>
  shop.request('POST', '/api/orders', {
    as,
    body: { productId, quantity, price, address: '12 Dock Road', phone: '+44 20 7946 0111' },
  });
const partOf = async (id: string) => (await shop.request('GET', `/api/parts/${id}`)).body;

describe('a part with rules of its quantities', () => {
  it('shows them, in lists too; a part without them says so', async () => {
    const [ruled, plain] = [await samplePart(shop.db), await samplePart(shop.db)];
    expect((await edit(ruled, rules)).status).toBe(200);
    const [entry] = (await shop.request('GET', '/api/admin/audit?limit=1', { as: admin })).body;
    expect(entry).toMatchObject({ before: none, after: rules });
    expect(await partOf(ruled)).toMatchObject(rules);
    const { body } = await shop.request('GET', '/api/parts');
    const listed = (id: string) => (body as { _id: string }[]).find((part) => part._id === id);
    expect(listed(ruled)).toMatchObject(rules);
    expect(listed(plain)).toMatchObject(none);
    expect(await partOf(plain)).toMatchObject(none);
  });

  it('is ordered in its steps, at the price of the quantity', async () => {
    const part = await samplePart(shop.db, { inStock: 5000 });
    await edit(part, rules);
    expect((await order(part, 250)).body).toMatchObject({ price: 12.5, total: 3125 });
    expect((await order(part, 400, 12.5)).body).toMatchObject({
      price: 11,
      total: 4400,
      priceChanged: true,
    });
    expect((await order(part, 850, 9.99)).body).toMatchObject({ price: 9.99, total: 8491.5 });
    for (const [quantity, nearest] of [
      [260, [250, 300]],
      [950, [900]],
      [150, [200]],
    ] as const) {
      const { status, body } = await order(part, quantity);
      expect([status, body]).toMatchObject([
        422,
        { error: 'quantity_out_of_range', minimum: 200, available: 3500, step: 50, nearest },
      ]);
    }
    await expectInvariants(shop);
  });

  it('is sold in exactly the quantities that counting finds, at the price found by going through its breaks', async () => {
    const sold = soldPart.filter(
      (limits) =>
        ruleFault(limits) === undefined &&
        centsOf(limits.price) * limits.orderQuantity >= minChargeCents &&
        centsOf(limits.price) * limits.orderQuantity <= maxChargeCents,
    );
    const counts: Record<number, number> = { 201: 0, 422: 0 };
    await fc.assert(
      fc.asyncProperty(sold, fc.nat(), fc.nat(110_000), async (limits, place, any) => {
        const { inStock, ...facts } = limits;
        const part = await samplePart(shop.db, { inStock });
        const buyer = await shop.person('Ben Buyer');
        expect((await edit(part, facts)).status).toBe(200);
        const valid = validQuantities(limits);
        for (const quantity of [valid[place % valid.length] ?? any, any]) {
          const fits = valid.includes(quantity);
          const price = priceAt(quantity, limits);
          const made = { price, total: dollarsOf(centsOf(price) * quantity) };
          const nearest = [
            valid.findLast((one) => one <= quantity),
            valid.find((one) => one >= quantity),
          ].filter((one) => one !== undefined);
          const refused = { error: 'quantity_out_of_range', step: limits.quantityStep ?? 100 };
          const { status, body } = await order(part, quantity, price, buyer);
          expect([status, body]).toMatchObject(fits ? [201, made] : [422, { ...refused, nearest }]);
          expect(body).not.toHaveProperty('priceChanged');
          const { body: orders } = await shop.request('GET', `/api/orders?email=${buyer.email}`, {
            as: buyer,
          });
          expect(orders).toMatchObject(fits ? [{ ...made, quantity }] : []);
          await shop.request('DELETE', `/api/order?id=${body.insertedId}`, { as: buyer });
          expect((await partOf(part)).inStock).toBe(inStock);
          counts[status] = (counts[status] ?? 0) + 1;
        }
      }),
      { numRuns: 40, endOnFailure: true },
    );
    expect(counts[201]).toBeGreaterThan(10);
    expect(counts[422]).toBeGreaterThan(10);
    await expectInvariants(shop);
  });

  it('is refused rules that contradict its minimum or price, also when an edit has only one of them', async () => {
    const part = await samplePart(shop.db);
    const issue = (field: string) => ({
      error: 'invalid_input',
      issues: [{ field: `facts.${field}`, message: expect.stringMatching(/\.$/) }],
    });
    for (const [facts, field] of [
      [{ largestOrder: 199 }, 'largestOrder'],
      [{ priceBreaks: [{ from: 200, price: 1 }] }, 'priceBreaks'],
      [{ priceBreaks: [{ from: 300, price: 12.5 }] }, 'priceBreaks'],
    ] as const) {
      const { status, body } = await edit(part, facts);
      expect([status, body]).toMatchObject([422, issue(field)]);
    }
    await edit(part, rules);
    const cheaper = await edit(part, { price: 10 }, rules);
    expect([cheaper.status, cheaper.body]).toMatchObject([422, issue('priceBreaks')]);
    expect(await partOf(part)).toMatchObject({ price: 12.5, ...rules });
  });
});
