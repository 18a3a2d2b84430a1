import { beforeEach, describe, expect, it } from 'vitest';
import { batchNumber } from '#contract/batch-rules.ts';
import { orderNumber } from '#contract/order-rules.ts';
import type { Person } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { htmlTo, mailsTo } from '#test/mailbox.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const minute = 60_000;
const elsewhere = '198.51.100.7';
const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
let ana: Person;
beforeEach(async () => {
  shop.clock.advance(1000);
  ana = await shop.person('Ana Duarte', { tokenHours: 10_000 });
  await shop.db.deleteFrom('mail_outbox').execute();
});

interface Placed {
  readonly insertedId: string;
  readonly orders: { readonly _id: string }[];
}

/** Two lines, of 200 and 300 pieces; other lines are like the first. */
async function placed(
  lines = 2,
  { as = ana, more = {} }: { as?: Person; more?: Record<string, unknown> } = {},
): Promise<Placed> {
  const parts = [];
  for (let at = 0; at < lines; at += 1)
    parts.push([
      await samplePart(shop.db, { name: `Disc <${at}>` }),
      at === 1 ? 300 : 200,
    ] as const);
  const { body } = await placeBatch(shop, as, parts, { from: elsewhere, more });
  return body;
}

const subjects = async (person = ana) =>
  (await mailsTo(shop.db, person.email)).map(({ subject }) => subject);
const cancel = (id: string) => shop.request('DELETE', `/api/order?id=${id}`, { as: ana });

describe('a batch is told in one mail', () => {
  it('when it is placed: its lines, what they cost, and how long they are held', async () => {
    const { insertedId, orders } = await placed();
    const [first = '', second = ''] = orders.map(({ _id }) => orderNumber(_id));
    expect(await mailsTo(shop.db, ana.email)).toEqual([
      {
        subject: `Your list ${batchNumber(insertedId)} is waiting for payment`,
        text: `Hello Ana Duarte,

Thank you for your order of 2 parts. We have set the pieces aside for you.

We hold them for 60 minutes, until November 20, 2026 at 10:00 AM UTC. What is not paid by then, we cancel and put back on sale.

${first}: Disc <0>: 200 pieces at $12.50 each, $2500.00
${second}: Disc <1>: 300 pieces at $12.50 each, $3750.00
Total: $6250.00
Delivered to: 12 Dock Road, Leeds
Phone: +44 20 7946 0111

Pay $6250.00:
http://shop.test/dashboard/pay?batch=${insertedId}

Underhood
http://shop.test
hello@shop.test`,
      },
    ]);
    expect(await htmlTo(shop, ana.email)).toContain('Disc &lt;1&gt;: 300 pieces');
  });

  it('with the number of the purchase and the note that were typed with it', async () => {
    await placed(1, { more: { poNumber: 'PO <4711>', note: 'Ring twice.' } });
    const [mail] = await mailsTo(shop.db, ana.email);
    expect(mail?.text).toContain('Your PO number: PO <4711>\nYour note to us: Ring twice.');
  });

  it('without a word that an unproven address typed, and at most ten times a day', async () => {
    const una = await shop.person('Una', { emailVerified: false, tokenHours: 10_000 });
    await placed(1, {
      as: una,
      more: { address: 'Buy at evil.example', note: 'evil', poNumber: 'evil' },
    });
    const [mail] = await mailsTo(shop.db, una.email);
    expect(mail?.text).toMatch(/^Hello,\n\nThank you for your order of 1 part\./);
    expect(mail?.text).not.toContain('evil');
    expect(mail?.text).toContain('If you did not order anything, do nothing');
    for (let more = 1; more <= 10; more += 1) await placed(1, { as: una });
    expect(await subjects(una)).toHaveLength(10);
  });

  it('when its hold ends soon, once, with the lines that are not paid', async () => {
    const { insertedId, orders } = await placed(3);
    await cancel(orders[1]?._id ?? '');
    shop.clock.advance(40 * minute);
    await Promise.all([shop.everyMinute(), shop.everyMinute()]);
    shop.clock.advance(minute);
    await shop.everyMinute();
    const told = (await mailsTo(shop.db, ana.email)).filter(({ subject }) =>
      /not paid/.test(subject),
    );
    expect(told.map(({ subject }) => subject)).toEqual([
      `Your list ${batchNumber(insertedId)} is not paid yet`,
    ]);
    expect(told[0]?.text).toContain('Not paid: $5000.00');
    expect(told[0]?.text).not.toContain(orderNumber(orders[1]?._id ?? ''));
  });

  it('when its hold ends soon, without making anybody else wait for theirs', async () => {
    await shop.pay(ana, await shop.order(ana, await samplePart(shop.db), 200));
    await placed(120);
    shop.clock.advance(minute);
    const single = await shop.order(ana, await samplePart(shop.db), 200);
    shop.clock.advance(48 * 60 * minute);
    for (let round = 0; round < 2; round += 1) await shop.everyMinute();
    expect(await subjects()).toContain(`Order ${orderNumber(single)} is not paid yet`);
    // Afterwards nothing of it is left to end in another test.
    shop.clock.advance(24 * 60 * minute);
    for (let round = 0; round < 2; round += 1) await shop.everyMinute();
  });

  it('when its lines expire, with all that expire in that minute', async () => {
    const { insertedId, orders } = await placed(4);
    await cancel(orders[3]?._id ?? '');
    await shop.pay(ana, orders[0]?._id ?? '');
    shop.clock.advance(72 * 60 * minute);
    await Promise.all([shop.everyMinute(), shop.everyMinute()]);
    const told = (await mailsTo(shop.db, ana.email)).filter(({ subject }) =>
      /are cancelled/.test(subject),
    );
    expect(told.map(({ subject }) => subject)).toEqual([
      `2 parts of your list ${batchNumber(insertedId)} are cancelled`,
    ]);
    expect(told[0]?.text).toContain('What was not paid by November 2');
    expect(told[0]?.text.match(/UH-\w+: Disc/g)).toHaveLength(2);
    expect((await subjects()).filter((subject) => /expired/.test(subject))).toEqual([]);
    await expectInvariants(shop);
    const events = await shop.db
      .selectFrom('order_events')
      .select('kind')
      .where(
        'order_id',
        'in',
        orders.map(({ _id }) => _id),
      )
      .where('kind', '=', 'expired')
      .execute();
    expect(events).toHaveLength(2);
  });

  it('when a hundred and twenty lines of it expire', { timeout: 60_000 }, async () => {
    await shop.pay(ana, await shop.order(ana, await samplePart(shop.db), 200));
    await placed(120);
    shop.clock.advance(72 * 60 * minute);
    await shop.everyMinute();
    expect(
      (await subjects()).filter((subject) => /120 parts .* are cancelled/.test(subject)),
    ).toHaveLength(1);
    await expectInvariants(shop);
  });

  it('when an admin releases lines of it, each with its line in the audit log', async () => {
    const { insertedId, orders } = await placed(3);
    const single = await shop.order(ana, await samplePart(shop.db), 200);
    await shop.pay(ana, orders[2]?._id ?? '');
    const orderIds = [...orders.map(({ _id }) => _id), single];
    const release = () =>
      shop.request('POST', '/api/admin/orders/release', { as: admin, body: { orderIds } });
    for (const { body } of [await release(), await release()]) {
      expect(new Set(body.released)).toEqual(new Set([orders[0]?._id, orders[1]?._id, single]));
      expect(body.kept).toMatchObject([{ _id: orders[2]?._id, error: 'order_paid' }]);
    }
    expect((await subjects()).filter((subject) => /cancelled/.test(subject)).toSorted()).toEqual([
      `2 parts of your list ${batchNumber(insertedId)} are cancelled`,
      `Order ${orderNumber(single)} is cancelled`,
    ]);
    for (const id of [orders[0]?._id, orders[1]?._id, single]) {
      const { body } = await shop.request('GET', `/api/admin/audit?q=${id}`, { as: admin });
      expect(body).toEqual([expect.objectContaining({ action: 'order cancelled' })]);
    }
    await expectInvariants(shop);
  });

  it('when its customer is blocked', async () => {
    const { insertedId } = await placed(3);
    await shop.request('PUT', `/api/users/blocked/${ana.email}`, { as: admin });
    expect((await subjects()).filter((subject) => /cancelled/.test(subject))).toEqual([
      `3 parts of your list ${batchNumber(insertedId)} are cancelled`,
    ]);
    await expectInvariants(shop);
  });

  it('but a line that its customer cancels is told as any order', async () => {
    const { orders } = await placed(2);
    await cancel(orders[0]?._id ?? '');
    expect(await subjects()).toContain(`Order ${orderNumber(orders[0]?._id ?? '')} is cancelled`);
  });
});

describe('admins are told of all parts that a batch left below their minimum', () => {
  it('in one mail, without those that were below before', async () => {
    const [low, lower, fine, rest] = [
      await samplePart(shop.db, { inStock: 300, partNumber: 'LOW-1', name: 'Low' }),
      await samplePart(shop.db, { inStock: 200, partNumber: 'LOW-2', name: 'Lower' }),
      await samplePart(shop.db, { inStock: 400 }),
      await samplePart(shop.db, { inStock: 50 }),
    ];
    await placeBatch(shop, ana, [], {
      more: {
        lines: [low, lower, fine, rest].map((productId) => ({
          productId,
          quantity: productId === rest ? 50 : 200,
          sellTheRest: true,
        })),
      },
    });
    const [mail, ...others] = await mailsTo(shop.db, admin.email);
    expect([mail?.subject, others]).toEqual(['2 parts are below their minimum order', []]);
    expect(mail?.text).toContain(
      'LOW-1: Low: 100 pieces in stock, minimum order 200 pieces\nLOW-2: Lower: 0 pieces in stock, minimum order 200 pieces',
    );
  });

  it('with a link to the part when it is one', async () => {
    const part = await samplePart(shop.db, { inStock: 200 });
    await placeBatch(shop, ana, [[part, 200]]);
    const [mail] = await mailsTo(shop.db, admin.email);
    expect(mail?.subject).toBe('A part is below its minimum order');
    expect(mail?.text).toContain(`http://shop.test/dashboard/manage-products/${part}`);
  });
});

describe('whoever closes the account', () => {
  it('gets their lists before, takes back what they typed with them, and is told once what ended', async () => {
    const { insertedId } = await placed(3, { more: { poNumber: 'PO 4711', note: 'Ring at Ana' } });
    const { body } = await shop.request('GET', `/api/user/${ana.email}/data`, { as: ana });
    expect(body.batches).toEqual([
      {
        _id: insertedId,
        number: batchNumber(insertedId),
        createdAt: shop.clock.now().toISOString(),
        poNumber: 'PO 4711',
        note: 'Ring at Ana',
      },
    ]);
    const close = `/api/user/${ana.email}/close`;
    const closed = await shop.request('POST', close, { as: ana, body: { typedEmail: ana.email } });
    expect(closed.status).toBe(200);
    const { body: batch } = await shop.request('GET', `/api/batches/${insertedId}`, { as: admin });
    expect([batch.poNumber, batch.note, batch.totals.open]).toEqual(['', '', 0]);
    const ended = (await subjects()).filter((subject) => /are cancelled/.test(subject));
    expect(ended).toHaveLength(1);
    await expectInvariants(shop);
  });
});
