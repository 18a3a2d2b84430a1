import { beforeEach, describe, expect, it } from 'vitest';
import { orderNumber } from '#contract/order-rules.ts';
import type { Person } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { writtenMail } from './written-mail.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 1000 });
let ana: Person;
let order: string;
let transactionId: string;
let asked: { insertedId: string; number: string };
beforeEach(async () => {
  ana = await shop.person('Ana Duarte', { tokenHours: 1000 });
  order = await shop.order(ana, await samplePart(shop.db), 200);
  transactionId = await shop.pay(ana, order);
  await shop.request('PATCH', `/api/order/${order}`, { as: admin, body: { status: 'shipped' } });
  shop.clock.advance(1000);
  const body = { reason: 'does-not-fit', quantity: 50, note: 'Ana’s note', vehicle: 'Audi A3' };
  asked = (await shop.request('POST', `/api/orders/${order}/returns`, { as: ana, body })).body;
});

const step = async (body: object) => {
  shop.clock.advance(1000);
  const path = `/api/admin/returns/${asked.insertedId}`;
  expect((await shop.request('POST', path, { as: admin, body })).status).toBe(200);
};
const agree = () => step({ step: 'agree', words: 'Send them to 2 Dock Road.\n<b>Pack</b> well.' });
/** The last mail to the customer, without what all mails have. */
async function lastMail() {
  const mail = (await mailsTo(shop.db, ana.email)).at(-1);
  const paragraphs = mail?.text.split('\n\n') ?? [];
  expect(paragraphs[0]).toBe('Hello Ana Duarte,');
  expect(paragraphs.slice(-2)).toEqual([
    `See the order:\nhttp://shop.test/dashboard/my-orders/${order}`,
    'Underhood\nhttp://shop.test\nhello@shop.test',
  ]);
  return [mail?.subject, ...paragraphs.slice(1, -2)];
}
const facts = (more = '') =>
  `Return: ${asked.number}\nOrder: ${orderNumber(order)}\nPart: Brake disc, front, vented 300 mm${more}`;

describe('a customer is told of a return by one mail for each step', () => {
  it('that it is asked for, as are admins, who need not know more than the reason', async () => {
    expect(await lastMail()).toEqual([
      `You have asked for the return ${asked.number}`,
      'You would like to send back 50 pieces. Please keep them until we have answered: we write again, and tell you what to do.',
      facts('\nPieces: 50\nReason: Does not fit'),
    ]);
    expect((await mailsTo(shop.db, admin.email)).at(-1)).toEqual({
      subject: `A customer asks to return 50 pieces: ${asked.number}`,
      text: [
        'Hello Ada Admin,',
        'Agree and say where to send them, or decline and say why.',
        `Order: ${orderNumber(order)}\nPart: Brake disc, front, vented 300 mm\nPieces: 50\nReason: Does not fit`,
        'See the returns:\nhttp://shop.test/dashboard/returns?status=open',
        'Underhood\nhttp://shop.test\nhello@shop.test',
      ].join('\n\n'),
    });
  });

  it('that it is agreed to, with what to do as inert text', async () => {
    await agree();
    expect(await lastMail()).toEqual([
      `Please send back 50 pieces: return ${asked.number}`,
      `We agree to your return. Please write its number, ${asked.number}, on the parcel. What to do:`,
      'Send them to 2 Dock Road.\n<b>Pack</b> well.',
      'When the pieces have arrived and we have looked at them, we give your money back.',
      facts('\nPieces: 50'),
    ]);
    const mail = await shop.db
      .selectFrom('mail_outbox')
      .selectAll()
      .where('event_key', '=', `order-return-agreed:${asked.insertedId}`)
      .executeTakeFirstOrThrow();
    expect(writtenMail(mail, shop).html).toContain('&lt;b&gt;Pack&lt;/b&gt; well.');
  });

  it('that it is declined, and why', async () => {
    await step({ step: 'decline', words: 'They are worn.' });
    expect(await lastMail()).toEqual([
      `We cannot take the return ${asked.number}`,
      'We are sorry: we cannot take these pieces back.',
      'They are worn.',
      facts(),
    ]);
  });

  it.each([
    [50, '50 pieces of the return RT have arrived', 'All 50 pieces have arrived.'],
    [1, '1 piece of the return RT has arrived', '1 of the 50 pieces has arrived.'],
    [20, '20 pieces of the return RT have arrived', '20 of the 50 pieces have arrived.'],
  ])('that pieces have arrived: %i of 50', async (quantity, subject, sentence) => {
    await agree();
    await step({ step: 'receive', quantity });
    expect(await lastMail()).toEqual([
      subject.replace('RT', asked.number),
      `${sentence} We look at ${quantity === 1 ? 'it' : 'them'}, and write again about your money.`,
      facts(),
    ]);
  });

  it('of the money that goes back, or that none does', async () => {
    await agree();
    await step({ step: 'receive', quantity: 40 });
    await step({ step: 'settle', restock: 10 });
    expect(await lastMail()).toEqual([
      `We are giving back $500.00 for the return ${asked.number}`,
      '40 pieces of your return have arrived. We are giving back $500.00.',
      'It goes to the card it came from. Most banks show it within five to ten days.',
      facts(`\nGiven back so far: $500.00\nTransaction: ${transactionId}`),
    ]);
    const again = { reason: 'other', quantity: 1 };
    asked = (await shop.request('POST', `/api/orders/${order}/returns`, { as: ana, body: again }))
      .body;
    await agree();
    await step({ step: 'receive', quantity: 1 });
    await step({ step: 'settle', restock: 0, amount: 0 });
    expect(await lastMail()).toEqual([
      `The return ${asked.number} is settled`,
      '1 piece of your return has arrived. No money goes back for it.',
      facts(),
    ]);
    await expectInvariants(shop);
  });

  it('that their money went back before, with all of the order', async () => {
    await agree();
    await step({ step: 'receive', quantity: 50 });
    const body = { amount: 2500, reason: 'All of it was late', restock: false };
    await shop.request('POST', `/api/order/${order}/refund`, { as: admin, body });
    await step({ step: 'settle', restock: 50 });
    expect(await lastMail()).toEqual([
      `The return ${asked.number} is settled`,
      '50 pieces of your return have arrived. Their money was given back before, with all that you paid for the order.',
      facts(`\nGiven back so far: $2500.00\nTransaction: ${transactionId}`),
    ]);
    await expectInvariants(shop);
  });
});
