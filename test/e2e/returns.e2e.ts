import { honest } from '#test/attack-pictures.ts';
import { expect, test } from './admin.ts';
import { expectReadable } from './axe-faults.ts';
import { main, toast } from './checkout.ts';
import { paidBeside } from './paid-order.ts';

test('a customer asks to return pieces with a picture; an admin agrees, receives, gives money back and restocks', async ({
  page,
  admin,
  browser,
  baseURL,
}) => {
  const { buyer, part, order } = await paidBeside(browser, baseURL);
  await buyer.page.goto(`/dashboard/my-orders/${order}`);
  await expect(main(buyer.page).getByText('Return pieces')).toHaveCount(0);
  await admin.ship(order);

  const list = main(buyer.page).getByRole('listitem').filter({ hasText: /^RT-/ });
  await test.step('the customer asks: what is missing or too much is not sent', async () => {
    await buyer.page.reload();
    await main(buyer.page).getByText('Return pieces').click();
    const form = main(buyer.page).getByRole('form', { name: 'Return pieces' });
    await form.getByLabel('Pieces to return').fill(String(part.orderQuantity + 1));
    await form.getByRole('button', { name: 'Ask for the return' }).click();
    await expect(form.getByText('Reason is required')).toBeVisible();
    await expect(form.getByText(`At most ${part.orderQuantity} can be returned`)).toBeVisible();
    await expect(form.getByLabel('Vehicle')).toHaveCount(0);
    await form.getByLabel('Reason').selectOption('Does not fit');
    await form.getByLabel('Vehicle').selectOption('Another vehicle');
    await form.getByLabel('Make').fill('Audi');
    await form.getByLabel('Model').fill('A3');
    await form.getByLabel('Year').fill('2004');
    await form.getByLabel('Pieces to return').fill('20');
    await form.getByLabel('What is wrong').fill('The holes are elsewhere.');
    await form
      .getByLabel('Pictures')
      .setInputFiles([
        { name: 'holes.png', mimeType: 'image/png', buffer: await honest('png', 640, 480) },
      ]);
    await expectReadable(buyer.page);
    await form.getByRole('button', { name: 'Ask for the return' }).click();
    await expect(toast(buyer.page, 'Your return is asked for')).toBeVisible();
    await expect(list).toContainText('20 pieces: does not fit (Audi A3 2004)');
    await expect(list).toContainText('Waiting for our answer');
    await expect(form).toHaveCount(0);
  });

  await test.step('adds another picture, and looks at it in large', async () => {
    await expect(list.getByRole('img')).toHaveCount(1);
    await list.getByText('Add pictures').click();
    await list
      .getByLabel('Pictures', { exact: true })
      .setInputFiles([
        { name: 'box.png', mimeType: 'image/png', buffer: await honest('png', 480, 640) },
      ]);
    await list.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(list.getByRole('img')).toHaveCount(2);
    await list.getByRole('button', { name: 'Picture 2' }).click();
    const large = buyer.page.getByRole('dialog', { name: 'Picture 2' });
    await expect(large).toBeVisible();
    await buyer.page.keyboard.press('Escape');
    await expect(large).toBeHidden();
    await expectReadable(buyer.page);
  });

  const row = main(page).getByRole('listitem').filter({ hasText: buyer.customer.email });
  await test.step('the admin agrees, and says what to do', async () => {
    await page.goto('/dashboard/manage-orders');
    await page.getByRole('link', { name: 'Returns', exact: true }).click();
    await main(page).getByRole('link', { name: 'Waiting' }).click();
    await expect(row).toContainText('The holes are elsewhere.');
    await expect(row.getByRole('img')).toHaveCount(2);
    await row.getByRole('button', { name: 'Agree' }).click();
    await expect(row.getByText('The customer needs to know')).toBeVisible();
    await row.getByLabel('What to do').fill('Send them to Gate 4.');
    await expectReadable(page);
    await row.getByRole('button', { name: 'Agree' }).click();
    await expect(toast(page, 'Agreed')).toBeVisible();
    await buyer.page.reload();
    await expect(list).toContainText('The shop: Send them to Gate 4.');
  });

  await test.step('notes what has arrived, gives the money back and restocks', async () => {
    await row.getByLabel('Pieces that have arrived').fill('15');
    await row.getByRole('button', { name: 'They have arrived' }).click();
    await expect(toast(page, 'Noted')).toBeVisible();
    const money = (15 * part.price).toFixed(2);
    await expect(row.getByLabel('Amount in dollars')).toHaveValue(money);
    await row.getByLabel('Pieces back on sale').fill('16');
    await row.getByRole('button', { name: 'Settle' }).click();
    await expect(row.getByText('At most 15 can go back on sale')).toBeVisible();
    await row.getByLabel('Pieces back on sale').fill('10');
    await row.getByRole('button', { name: 'Settle' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settle the return' });
    await expect(dialog).toContainText(
      `Give $${money} back for 15 pieces, and put 10 of them on sale again?`,
    );
    await dialog.getByRole('button', { name: 'Yes' }).click();
    await expect(toast(page, 'Settled')).toBeVisible();
    await expect(row).toHaveCount(0);

    await buyer.page.reload();
    await expect(list).toContainText(`15 of 20 have arrived, $${money} back.`);
    await expect(main(buyer.page).getByText(`$${money} of it refunded`)).toBeVisible();
    await main(buyer.page).getByText('Return pieces').click();
    await expect(main(buyer.page).getByLabel('Pieces to return')).toBeVisible();
  });
  await buyer.page.context().close();
});
