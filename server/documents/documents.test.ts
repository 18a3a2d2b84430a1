import { describe, expect, it } from 'vitest';
import { batchNumber } from '#contract/batch-rules.ts';
import type { DocumentKind, DocumentLink } from '#contract/documents.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { Person } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { each, useOrdersTogether } from '#test/orders-together.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';

const { shop, admin, disc, paid, unpaid, opened, cancelledLate, dashboard } =
  await useOrdersTogether();

const open = (as: Person, kind: DocumentKind, id: string | undefined) =>
  shop.request('GET', `/api/documents/${kind}/${id}`, { as });
const said = async (as: Person, kind: DocumentKind, id: string | undefined) => {
  const { status, body } = await open(as, kind, id);
  expect(body).toMatchObject({ kind });
  expect(status).toBe(200);
  return body;
};
const refund = async (orderId: string | undefined, amount: number) => {
  const body = { amount, reason: 'Two boxes were damaged', restock: false };
  const { status } = await shop.request('POST', `/api/order/${orderId}/refund`, {
    as: admin,
    body,
  });
  expect(status).toBe(200);
  const rows = shop.db
    .selectFrom('refunds')
    .select('id')
    .where('order_id', '=', orderId ?? '');
  return (await rows.orderBy('id', 'desc').executeTakeFirstOrThrow()).id;
};
const ship = (orderId: string | undefined, tracking = {}) =>
  shop.request('PATCH', `/api/order/${orderId}`, {
    as: admin,
    body: { status: 'shipped', ...tracking },
  });
const linksOf = async (as: Person, path: string): Promise<DocumentLink[]> =>
  (await shop.request('GET', `/api${path}/documents`, { as })).body;
const now = () => shop.clock.now().toISOString();

const seller = {
  name: 'Underhood',
  street: '1 Test Street, Testland',
  phone: '+1 555-0100',
  email: 'hello@shop.test',
};
const delivery = { address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' };
/** Of an order that was ordered alone. */
const head = { seller, delivery, poNumbers: [], listNumber: null, note: '' };

describe('an order confirmation', () => {
  it('says what was ordered, by whom and where it goes, and what of it is paid', async () => {
    const { buyer, orders } = await unpaid(1);
    const orderId = orders[0] ?? '';
    const orderedAt = now();
    expect((await open(buyer, 'receipt', orderId)).status).toBe(404);
    const transactionId = await shop.pay(buyer, orderId);
    expect(await said(buyer, 'confirmation', orderId)).toEqual({
      kind: 'confirmation',
      number: orderNumber(orderId),
      date: orderedAt,
      ...head,
      buyer: { name: 'Ana Duarte', email: buyer.email },
      lines: [
        {
          orderNumber: orderNumber(orderId),
          partNumber: expect.any(String),
          name: 'Brake disc',
          delivery: null,
          quantity: 200,
          price: 12.5,
          total: 2500,
          cancelled: false,
        },
      ],
      sums: { ordered: 2500, cancelled: 0, total: 2500, paid: 2500, open: 0 },
      payments: [{ transactionId, paidAt: now(), amount: 2500 }],
    });
  });

  it('of a list has all its lines as they were typed, also cancelled ones, with the number and the note', async () => {
    const buyer = await shop.person('Bea');
    const parts = await Promise.all(
      ['Hose', 'Belt', 'Axle'].map((name) => samplePart(shop.db, { name, inStock: 9000 })),
    );
    const more = { poNumber: 'PO 4711', note: 'To the back door.\nRing twice.' };
    const lines = parts.map((part) => [part, 200] as const);
    const { insertedId, orders } = (await placeBatch(shop, buyer, lines, { more })).body;
    await shop.pay(buyer, orders[0]._id);
    await shop.request('DELETE', `/api/order?id=${orders[1]._id}`, { as: buyer });
    const whole = await said(buyer, 'confirmation', insertedId);
    expect(whole).toMatchObject({
      number: batchNumber(insertedId),
      poNumbers: ['PO 4711'],
      note: 'To the back door.\nRing twice.',
      listNumber: null,
      sums: { ordered: 7500, cancelled: 2500, total: 5000, paid: 2500, open: 2500 },
      payments: [{ amount: 2500 }],
    });
    expect(whole.lines).toMatchObject([
      { name: 'Hose', cancelled: false },
      { name: 'Belt', cancelled: true },
      { name: 'Axle', cancelled: false },
    ]);
    expect(await said(buyer, 'confirmation', orders[2]._id)).toMatchObject({
      number: orderNumber(orders[2]._id),
      listNumber: batchNumber(insertedId),
      poNumbers: ['PO 4711'],
      lines: [{ name: 'Axle' }],
    });
  });
});

describe('a receipt', () => {
  it('is one for all orders that were paid together, whichever of them it is asked for', async () => {
    const { buyer, orders, payment } = await paid();
    const paidAt = now();
    shop.clock.advance(60_000);
    const first = await said(buyer, 'receipt', orders[0]);
    expect(first).toMatchObject({
      number: expect.stringMatching(/^R-2026-\d{6}$/),
      date: now(),
      paidAt,
      transactionId: payment.id,
      seller,
      delivery,
      sums: { collected: 3 * each, returned: 0, paid: 3 * each },
    });
    expect(new Set(first.lines.map((line: { orderNumber: string }) => line.orderNumber))).toEqual(
      new Set(orders.map(orderNumber)),
    );
    shop.clock.advance(60_000);
    for (const order of orders) expect(await said(buyer, 'receipt', order)).toEqual(first);
    expect(await said(admin, 'receipt', orders[1])).toEqual(first);
  });

  it('says for ever what it said first, whatever becomes of the part, the shop and the money', async () => {
    const { buyer, orders } = await paid(2);
    const before = await said(buyer, 'receipt', orders[0]);
    await shop.db
      .updateTable('parts')
      .set({ part_number: 'RENAMED-1' })
      .where('id', '=', disc)
      .execute();
    const contact = { email: 'new@shop.test', phone: '+1 555-0177', street: '9 New Street' };
    const seen = shop.settings.current.contact;
    await shop.request('PUT', '/api/admin/settings/contact', {
      as: admin,
      body: { seen, value: contact },
    });
    await refund(orders[0], 100);
    expect(await said(buyer, 'receipt', orders[1])).toEqual(before);
    expect((await said(buyer, 'confirmation', orders[1])).seller).toMatchObject(contact);
    expect(JSON.stringify(before)).not.toContain('RENAMED-1');
    await shop.request('PUT', '/api/admin/settings/contact', {
      as: admin,
      body: { seen: contact, value: null },
    });
  });

  it('tells what went back because its order was cancelled while it was paid', async () => {
    const { buyer, orders } = await unpaid(2);
    const payment = await opened(buyer, orders);
    await payment.byCard();
    await cancelledLate(orders[1] ?? '');
    await shop.sandbox.sendEvents();
    const receipt = await said(buyer, 'receipt', orders[0]);
    expect(receipt.sums).toEqual({ collected: 2 * each, returned: each, paid: each });
    const back = receipt.lines.filter((line: { returned: boolean }) => line.returned);
    expect(back).toMatchObject([{ orderNumber: orderNumber(orders[1] ?? '') }]);
    expect((await open(buyer, 'receipt', orders[1])).status).toBe(404);
    await shop.everyMinute();
    expect((await linksOf(buyer, `/orders/${orders[1]}`)).map(({ kind }) => kind)).toEqual([]);
  });

  it('says where each line goes when they go to several places', async () => {
    const { buyer, orders } = await paid(2);
    const other = { address: '3 Quay, Hull', phone: '1' };
    await shop.db.updateTable('orders').set(other).where('id', '=', orders[1]!).execute();
    const { lines, ...receipt } = await said(buyer, 'receipt', orders[0]);
    expect(receipt.delivery).toBe(null);
    const places = lines.map((line: { delivery: unknown }) => line.delivery);
    expect(new Set(places)).toEqual(new Set([delivery, other]));
  });
});

describe('a credit note', () => {
  it('is of a refund, and names the receipt', async () => {
    const { buyer, orders, payment } = await paid(2);
    shop.clock.advance(1000);
    const id = await refund(orders[1], 12.5);
    const refundedAt = now();
    const note = await said(buyer, 'credit-note', id);
    expect(note).toMatchObject({
      number: expect.stringMatching(/^C-2026-\d{6}$/),
      receiptNumber: (await said(buyer, 'receipt', orders[0])).number,
      transactionId: payment.id,
      refundedAt,
      reason: 'Two boxes were damaged',
      lines: [
        {
          orderNumber: orderNumber(orders[1] ?? ''),
          quantity: 200,
          total: each,
          pieces: null,
          refunded: 12.5,
        },
      ],
      refunded: 12.5,
      failed: false,
    });
    shop.clock.advance(60_000);
    expect(await said(admin, 'credit-note', id)).toEqual(note);
    expect((await said(buyer, 'credit-note', await refund(orders[1], 2))).number).not.toBe(
      note.number,
    );
  });

  it('of pieces that will not be shipped says how many', async () => {
    const { buyer, orders } = await paid(1);
    const body = { pieces: 80, reason: 'Out of stock', restock: true };
    await shop.request('POST', `/api/order/${orders[0]}/refund`, { as: admin, body });
    const [, , note] = await linksOf(buyer, `/orders/${orders[0]}`);
    expect(await said(buyer, 'credit-note', note?._id)).toMatchObject({
      lines: [{ quantity: 200, pieces: 80, refunded: 1000 }],
      refunded: 1000,
    });
  });

  it('is one for money that went back of several orders at once, and stays when the card does not take it', async () => {
    const { buyer, orders, payment } = await paid(3);
    const made = await dashboard().refund(payment.id, (each + 100) * 100);
    await shop.sandbox.sendEvents();
    const [, , note] = await linksOf(buyer, `/orders/${orders[1]}`);
    expect(note).toMatchObject({ kind: 'credit-note', number: null, amount: each + 100 });
    const before = await said(buyer, 'credit-note', note?._id);
    const shared = before.lines.map((line: { refunded: number }) => line.refunded);
    expect(new Set(shared)).toEqual(new Set([each, 100]));
    expect(before.refunded).toBe(each + 100);
    const shares = shop.db.selectFrom('refunds').select('id').where('share_of', '=', note!._id);
    const { id: share } = await shares.executeTakeFirstOrThrow();
    expect(await said(buyer, 'credit-note', share)).toEqual(before);
    await dashboard().failRefund(made);
    await shop.sandbox.sendEvents();
    expect(await said(buyer, 'credit-note', note?._id)).toEqual({ ...before, failed: true });
    expect(await linksOf(buyer, `/orders/${orders[0]}`)).toContainEqual({
      ...note,
      number: before.number,
      date: expect.any(String),
    });
    await expectInvariants(shop);
  });

  it('is there once the money went back, and not of a refund that failed before', async () => {
    const { buyer, orders, payment } = await paid(1);
    const made = await dashboard().refund(payment.id, 500);
    await shop.sandbox.sendEvents();
    await dashboard().failRefund(made);
    await shop.sandbox.sendEvents();
    const rows = shop.db.selectFrom('refunds').select(['id', 'state']);
    const { id, state } = await rows
      .where('order_id', '=', orders[0] ?? '')
      .executeTakeFirstOrThrow();
    expect(state).toBe('failed');
    expect((await open(buyer, 'credit-note', id)).status).toBe(404);
  });

  it('is not written of money that a bank took back', async () => {
    const { buyer, orders, payment } = await paid(1);
    const dispute = await dashboard().dispute(payment.id);
    await shop.sandbox.sendEvents();
    await dashboard().closeDispute(dispute, 'lost');
    await shop.sandbox.sendEvents();
    const kinds = (await linksOf(buyer, `/orders/${orders[0]}`)).map(({ kind }) => kind);
    expect(kinds).toEqual(['confirmation', 'receipt']);
  });
});

describe('a packing slip', () => {
  it('is of what was shipped, without prices', async () => {
    const { buyer, orders } = await paid(1);
    const orderId = orders[0] ?? '';
    const orderedAt = now();
    expect((await open(buyer, 'packing-slip', orderId)).status).toBe(404);
    shop.clock.advance(60_000);
    const first = now();
    await shop.request('POST', `/api/orders/${orderId}/shipments`, {
      as: admin,
      body: { quantity: 120 },
    });
    shop.clock.advance(60_000);
    await ship(orderId, { carrier: 'DHL', trackingNumber: '00340' });
    const slips = (await linksOf(buyer, `/orders/${orderId}`)).filter(
      ({ kind }) => kind === 'packing-slip',
    );
    const base = orderNumber(orderId).replace('UH', 'US');
    expect(slips.map(({ number, date }) => [number, date])).toEqual([
      [`${base}-1`, first],
      [`${base}-2`, now()],
    ]);
    expect(await said(buyer, 'packing-slip', slips[0]?._id)).toMatchObject({
      number: `${base}-1`,
      date: first,
      carrier: null,
      trackingNumber: null,
      lines: [{ ordered: 200, before: 0, shipped: 120 }],
    });
    const last = await said(buyer, 'packing-slip', slips[1]?._id);
    expect(JSON.stringify(last)).not.toMatch(/price|total/);
    expect(last).toEqual({
      kind: 'packing-slip',
      number: `${base}-2`,
      date: now(),
      orderedAt,
      ...head,
      buyer: { name: 'Ana Duarte', email: buyer.email },
      carrier: 'DHL',
      trackingNumber: '00340',
      lines: [
        expect.objectContaining({ name: 'Brake disc', ordered: 200, before: 120, shipped: 80 }),
      ],
    });
  });
});

describe('the documents of an order and of a list', () => {
  it('are told with their numbers, once they have one', async () => {
    const buyer = await shop.person('Bea');
    const parts = await Promise.all([samplePart(shop.db), samplePart(shop.db)]);
    const placed = await placeBatch(
      shop,
      buyer,
      parts.map((part) => [part, 200]),
    );
    const batchId = placed.body.insertedId as string;
    const ids: string[] = placed.body.orders.map(({ _id }: { _id: string }) => _id);
    const date = now();
    const confirmation = { kind: 'confirmation', _id: batchId, number: batchNumber(batchId), date };
    const path = `/batches/${batchId}`;
    expect(await linksOf(buyer, path)).toEqual([{ ...confirmation, amount: 2 * each }]);
    await (await opened(buyer, ids)).byCard();
    await shop.sandbox.sendEvents();
    await ship(ids[1]);
    const note = await refund(ids[0], 10);
    const unnumbered = [
      { ...confirmation, amount: 2 * each },
      { kind: 'receipt', _id: ids.toSorted()[0], number: null, date, amount: 2 * each },
      {
        kind: 'packing-slip',
        _id: expect.any(String),
        number: `${orderNumber(ids[1] ?? '').replace('UH', 'US')}-1`,
        date,
        amount: null,
      },
      { kind: 'credit-note', _id: note, number: null, date, amount: 10 },
    ];
    expect(await linksOf(buyer, path)).toEqual(unnumbered);
    const { number } = await said(buyer, 'receipt', ids[1]);
    expect((await linksOf(buyer, path))[1]).toEqual({ ...unnumbered[1], number });
    expect((await linksOf(buyer, `/orders/${ids[1]}`)).map(({ kind }) => kind)).toEqual([
      'confirmation',
      'receipt',
      'packing-slip',
    ]);
  });
});

describe('the documents of others', () => {
  it('are answered like those that nobody has', async () => {
    const { buyer, orders } = await paid(1);
    await ship(orders[0]);
    const note = await refund(orders[0], 10);
    const stranger = await shop.person('Stranger');
    const documents = await linksOf(buyer, `/orders/${orders[0]}`);
    expect(documents.map(({ kind }) => kind)).toEqual([
      'confirmation',
      'receipt',
      'packing-slip',
      'credit-note',
    ]);
    for (const { kind, _id } of documents) {
      const unknown = await open(stranger, kind, '01900000-0000-7000-8000-000000000000');
      expect([unknown.status, unknown.body.error]).toEqual([404, 'document_not_found']);
      expect((await open(stranger, kind, _id)).body).toEqual(unknown.body);
      expect((await open(admin, kind, _id)).status).toBe(200);
      expect((await shop.request('GET', `/api/documents/${kind}/${_id}`)).status).toBe(401);
    }
    const links = await shop.request('GET', `/api/orders/${orders[0]}/documents`, { as: stranger });
    expect([links.status, links.body.error]).toEqual([404, 'order_not_found']);
    expect((await open(buyer, 'invoice' as DocumentKind, note)).body.error).toBe(
      'document_not_found',
    );
    expect((await open(buyer, 'receipt', 'x')).body.error).toBe('document_not_found');
  });
});
