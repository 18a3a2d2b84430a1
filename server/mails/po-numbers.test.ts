import { expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { mailsTo } from '#test/mailbox.ts';
import { useOrdersTogether } from '#test/orders-together.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';

const { shop, admin, opened } = await useOrdersTogether();
const mailed = async ({ email }: Person) =>
  (await mailsTo(shop.db, email)).map(({ subject, text }) => [
    subject.replaceAll(/U[BH]-\w+|RT?-\w+(?:-\d+)?|\$[\d.]+/g, '…'),
    /^Your PO number: .+$/m.exec(text)?.[0],
  ]);

/** A list of four under a PO number: the first two are paid together, the third alone, the fourth never. */
async function buyLists(as: Person) {
  const parts = [];
  for (let at = 0; at < 4; at += 1) parts.push([await samplePart(shop.db), 200] as const);
  const placed = await placeBatch(shop, as, parts, { more: { poNumber: 'PO 4711' } });
  const [one, two, three, four] = placed.body.orders.map(({ _id }: { _id: string }) => _id);
  await (await opened(as, [one, two])).byCard();
  await shop.sandbox.sendEvents();
  await shop.pay(as, three);
  const body = { amount: 1, reason: 'Late', restock: false };
  await shop.request('POST', `/api/order/${three}/refund`, { as: admin, body });
  await shop.request('PATCH', `/api/order/${three}`, { as: admin, body: { status: 'shipped' } });
  const batch = `/api/admin/batches/${placed.body.insertedId}`;
  await shop.request('POST', `${batch}/ship`, { as: admin });
  const back = { reason: 'damaged', quantity: 1 };
  const asked = await shop.request('POST', `/api/orders/${three}/returns`, { as, body: back });
  expect(asked.status).toBe(201);
  await shop.request('DELETE', `/api/order?id=${four}`, { as });
}

it('the number of a purchase is in every mail about it, so that its customer finds them all', async () => {
  const ana = await shop.person('Ana Duarte');
  await buyLists(ana);
  const mails = await mailed(ana);
  expect(mails.map(([subject]) => subject)).toHaveLength(8);
  expect(new Set(mails.map(([, number]) => number))).toEqual(new Set(['Your PO number: PO 4711']));
});

it('a purchase without a number has no such line in its mails', async () => {
  const ana = await shop.person('Ana Duarte');
  await shop.pay(ana, await shop.order(ana, await samplePart(shop.db), 200));
  expect((await mailed(ana)).map(([, number]) => number)).toEqual([undefined, undefined]);
});

it('an address that nobody confirmed is mailed no number, because anybody may have typed it', async () => {
  const una = await shop.person('Una', { emailVerified: false });
  const more = { poNumber: 'Buy at evil.example' };
  const part = [await samplePart(shop.db), 200] as const;
  const { body } = await placeBatch(shop, una, [part], { more });
  await shop.pay(una, body.orders[0]._id);
  for (const { text } of await mailsTo(shop.db, una.email)) expect(text).not.toContain('evil');
});
