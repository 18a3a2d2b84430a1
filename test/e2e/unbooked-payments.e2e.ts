import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { minuteMs } from '#contract/durations.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { expectReadable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop of its own: the payments of orders that it never had keep its doctor from being content. */
let shop: PageShop;

test.beforeAll(async () => {
  shop = await startPageShop();
});

test.afterAll(async () => shop.close());

/** A payment of this shop for an order that is not here, as after an older backup was restored. */
async function payWithoutOrder(amountCents: number): Promise<string> {
  const { id, clientSecret } = await shop.cards.createIntent({
    orders: [{ orderId: randomUUID(), attempt: 1 }],
    amountCents,
    currency: 'usd',
    email: 'ada@example.com',
    shop: shop.paymentMark,
  });
  await shop.sandbox.sandbox.payWithCard(clientSecret, { number: '4242424242424242' });
  return id;
}

test('an admin sees payments without an order, and gives them back after one question', async ({
  page,
}) => {
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  await shop.db
    .insertInto('shop_facts')
    .values({ mode: 'demo', card_accounts: ['sandbox'], payments_listed_until: shop.clock.now() })
    .execute();
  const ids = [await payWithoutOrder(250_000), await payWithoutOrder(124_050)];
  shop.clock.advance(3 * minuteMs);
  await shop.everyMinute();

  await shop.request('POST', '/api/admin/doctor/runs', { as: admin });
  await shop.workOnDoctor();
  await signInAs(page.context(), admin);
  await page.goto(`${shop.address}/dashboard/doctor`);
  const list = main(page).getByRole('region', { name: 'Payments without an order' });
  for (const id of ids) await expect(list.getByText(id)).toBeVisible();
  await expect(main(page).getByText(/^1 of \d+ checks is broken\.$/)).toBeVisible();
  await expectReadable(page);

  await list.getByRole('button', { name: 'Refund 2 payments, $3740.50' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm Refunds' });
  await expect(question).toContainText('Give 2 payments, $3740.50 back?');
  await question.getByRole('button', { name: 'No' }).click();
  await expect(list.getByText('Without an order', { exact: true })).toHaveCount(2);

  await list.getByRole('button', { name: 'Refund 2 payments, $3740.50' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(list.getByText('Being refunded')).toHaveCount(2);
  await expect(list.getByRole('button')).toHaveCount(0);

  shop.clock.advance(minuteMs);
  await shop.everyMinute();
  await main(page).getByRole('button', { name: 'Run now' }).click();
  await expect(main(page).getByRole('progressbar')).toBeVisible();
  await shop.workOnDoctor();
  await expect(list).toHaveCount(0);
  const refunded = await Promise.all(ids.map((id) => shop.cards.getIntent(id)));
  expect(refunded.map((intent) => intent?.refundedCents)).toEqual([250_000, 124_050]);
});
