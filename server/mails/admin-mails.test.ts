import { beforeEach, describe, expect, it } from 'vitest';
import { orderNumber } from '#contract/order-rules.ts';
import { mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

/** What the provider answers to refunds, when it is not the sandbox that answers. */
let refusal: Response | undefined;

const shop = await useShop({
  through: (fetch) => async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    return refusal !== undefined && pathname === '/v1/refunds'
      ? refusal.clone()
      : fetch(input, init);
  },
});
const [ana, admin, other] = [
  await shop.person('Ana Duarte', { tokenHours: 1000 }),
  await shop.person('Ada Admin', { role: 'admin', tokenHours: 1000 }),
  await shop.person('Bo Admin', { role: 'admin' }),
];
beforeEach(async () => {
  refusal = undefined;
  shop.clock.advance(1000);
  await shop.db.deleteFrom('mail_outbox').execute();
});

const refused = () =>
  Response.json(
    {
      error: {
        type: 'invalid_request_error',
        code: 'charge_disputed',
        message: 'The charge is disputed.',
      },
    },
    { status: 400 },
  );

describe('every admin with a verified address is told by one mail', () => {
  it('of a part that fell below its minimum, not of one that is just at it', async () => {
    const part = await samplePart(shop.db, { inStock: 600, orderQuantity: 200 });
    const subject = 'A part is below its minimum order';
    const told = async () =>
      (await mailsTo(shop.db, admin.email)).filter((mail) => mail.subject === subject).length;
    await shop.order(ana, part, 400);
    expect(await told()).toBe(0);
    await shop.order(ana, part, 200);
    expect(await told()).toBe(1);
  });

  it('of a new paid order, without a word that its customer typed', async () => {
    const unverified = await shop.person('Uma Admin', { role: 'admin', emailVerified: false });
    const order = await shop.order(ana, await samplePart(shop.db), 200);
    expect(await mailsTo(shop.db, admin.email)).toEqual([]);
    await shop.pay(ana, order);
    shop.clock.advance(60_000);
    await shop.everyMinute();

    const mail = {
      subject: `Order ${orderNumber(order)} is paid: $2500.00`,
      text: expect.stringContaining(
        'Part: Brake disc, front, vented 300 mm\nQuantity: 200 pieces\nTotal: $2500.00',
      ),
    };
    expect(await mailsTo(shop.db, admin.email)).toEqual([mail]);
    expect(await mailsTo(shop.db, other.email)).toEqual([mail]);
    expect(await mailsTo(shop.db, unverified.email)).toEqual([]);
    expect((await mailsTo(shop.db, admin.email))[0]?.text).not.toContain('Dock Road');
  });

  it('of a part that an order has brought below its minimum, once per fall', async () => {
    const part = await samplePart(shop.db, { orderQuantity: 200, inStock: 500 });
    const low = async () =>
      (await mailsTo(shop.db, admin.email)).filter(
        ({ subject }) => subject === 'A part is below its minimum order',
      );
    await shop.order(ana, part, 200);
    expect(await low()).toEqual([]);
    const second = await shop.order(ana, part, 200);
    expect(await low()).toEqual([
      {
        subject: expect.any(String),
        text: expect.stringContaining('In stock: 100 pieces\nMinimum order: 200 pieces'),
      },
    ]);

    await shop.request('DELETE', `/api/order?id=${second}`, { as: ana });
    expect(await low()).toHaveLength(1);
    shop.clock.advance(1000);
    await shop.order(ana, part, 300);
    const mails = await low();
    expect(mails).toHaveLength(2);
    expect(mails[1]?.text).toContain('In stock: 0 pieces');
    expect(mails[1]?.text).toContain(`http://shop.test/dashboard/manage-products/${part}\n`);
  });

  it('of a refund that the provider refuses, however often it is asked for', async () => {
    const order = await shop.order(ana, await samplePart(shop.db), 200);
    const transaction = await shop.pay(ana, order);
    refusal = refused();
    await shop.request('POST', `/api/order/${order}/refund`, {
      as: admin,
      body: { amount: 100, reason: 'Damaged', restock: false },
    });
    for (let minutes = 0; minutes < 3; minutes += 1) {
      shop.clock.advance(60_000);
      await shop.everyMinute();
    }

    const needed = (await mailsTo(shop.db, other.email)).filter(({ subject }) =>
      subject.includes('needs you'),
    );
    expect(needed).toEqual([
      {
        subject: 'A refund of $100.00 needs you',
        text: expect.stringContaining(
          `Order: ${orderNumber(order)}\nTransaction: ${transaction}\nAmount: $100.00`,
        ),
      },
    ]);
    refusal = undefined;
  });

  it('of money for an order that was over, which the provider refuses to give back; its payer is told as well', async () => {
    const order = await shop.order(ana, await samplePart(shop.db), 200);
    await shop.request('DELETE', `/api/order?id=${order}`, { as: ana });
    refusal = refused();
    const late = await foreignPayment(order, 250_000);

    const needed = (await mailsTo(shop.db, admin.email)).filter(({ subject }) =>
      subject.includes('needs you'),
    );
    expect(needed).toEqual([
      {
        subject: 'A refund of $2500.00 needs you',
        text: expect.stringContaining(`Transaction: ${late}`),
      },
    ]);
    const back = (await mailsTo(shop.db, ana.email)).filter(
      ({ subject }) => subject === 'Your payment of $2500.00 goes back to your card',
    );
    expect(back).toEqual([
      {
        subject: expect.any(String),
        text: expect.stringContaining('but the order had been cancelled before'),
      },
    ]);
  });

  it('of money that names an order of ours which does not exist, each time, and of strange money once a day', async () => {
    const lost = async () =>
      (await mailsTo(shop.db, admin.email)).filter(({ subject }) =>
        subject.startsWith('A card payment names no order'),
      );
    const ours = [
      await foreignPayment('11111111-1111-4111-8111-111111111111', 5000),
      await foreignPayment('22222222-2222-4222-8222-222222222222', 5000),
    ];
    expect(
      (await lost()).map(({ text }) => /Transaction: (\S+)/.exec(text)?.[1] ?? '').toSorted(),
    ).toEqual(ours.toSorted());

    await foreignPayment('their-order-17', 5000);
    await foreignPayment('their-order-18', 6000);
    expect(await lost()).toHaveLength(3);
    shop.clock.advance(24 * 3_600_000);
    await foreignPayment('their-order-19', 7000);
    expect(await lost()).toHaveLength(4);
  });
});

/** Money at the provider of which the shop has no row, and the news of it. */
async function foreignPayment(orderId: string, amountCents: number): Promise<string> {
  const intent = await shop.cards.createIntent({
    orders: [{ orderId, attempt: 90 }],
    amountCents,
    currency: 'usd',
    email: ana.email,
  });
  await shop.sandbox.sandbox.payWithCard(intent.clientSecret, {
    number: '4242424242424242',
    email: ana.email,
  });
  await shop.everyMinute();
  return intent.id;
}
