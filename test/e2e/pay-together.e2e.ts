import { texts } from '#contract/texts.ts';
import { expectReadable } from './axe-faults.ts';
import { cards, expectPaid, main, payButton, payWith, toast } from './checkout.ts';
import { expect, partOf, test } from './customer.ts';

const row = (name: string | RegExp) => ({ name });

test('several unpaid orders are chosen on My Orders and paid by one card entry', async ({
  page,
  request,
  customer,
}) => {
  const parts = [await partOf(request, 'exhaust'), await partOf(request, 'suspension')];
  const third = await partOf(request, 'braking');
  const ids: string[] = [];
  for (const part of [...parts, third]) ids.push(await customer.order(part, part.orderQuantity));
  await page.goto('/dashboard/my-orders');
  const chosen = main(page).getByRole('region', row('Chosen orders'));
  await expect(chosen).toBeHidden();
  for (const part of parts)
    await main(page)
      .getByRole('checkbox', row(`Select ${part.name}`))
      .check();
  const total = parts.reduce((sum, part) => sum + part.price * 100 * part.orderQuantity, 0) / 100;
  await expect(chosen).toContainText(`2 selected: $${total.toFixed(2)}`);
  await expectReadable(page);
  await chosen.getByRole('link', row(`${texts.pay} $${total.toFixed(2)}`)).click();
  await expect(main(page).getByRole('heading', row('Payment'))).toBeVisible();
  const listed = main(page).getByRole('list', row('Orders of this payment')).getByRole('listitem');
  await expect(listed).toHaveCount(2);
  await expect(payButton(page)).toHaveText(`${texts.pay} $${total.toFixed(2)}`);
  await expectReadable(page);
  await payWith(page, cards.declined);
  await expect(toast(page, 'Your card was declined.')).toBeVisible();
  await payWith(page, cards.good);
  await expectPaid(page);
  await expect(
    page.getByRole('heading', row(`2 orders are paid: $${total.toFixed(2)}`)),
  ).toBeVisible();
  const [one, two, left] = await Promise.all(ids.map(customer.seeOrder));
  expect([one?.paid, two?.paid, left?.paid]).toEqual([true, true, false]);
  expect(one?.transactionId).toBe(two?.transactionId);
  await page.goBack();
  await page.goto(`/dashboard/pay?orders=${ids[0]}`);
  await expect(main(page).getByText('None of these orders waits for a payment.')).toBeVisible();
});

test('orders that ended meanwhile do not keep the others from being paid', async ({
  page,
  request,
  customer,
}) => {
  const part = await partOf(request, 'exhaust');
  const ids = [
    await customer.order(part, part.orderQuantity),
    await customer.order(part, part.orderQuantity + part.orderQuantity),
  ];
  await page.goto(`/dashboard/my-orders/${ids[0]}`);
  await main(page).getByRole('button', row(texts.cancel)).click();
  await page.getByRole('dialog').getByRole('button', row(texts.yes)).click();
  await expect(toast(page, texts.orderCancelled)).toBeVisible();
  await page.goto(`/dashboard/pay?orders=${ids.join()}`);
  await expect(payButton(page)).toBeVisible();
  await expect(main(page).getByRole('heading', row('Payment'))).toBeVisible();
});
test.use({ expectedStatuses: [402, 404] });
