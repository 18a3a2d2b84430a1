import { texts } from '#contract/texts.ts';
import { axeFaults } from './axe-faults.ts';
import { cards, expectPaid, main, payButton, payWith, toast } from './checkout.ts';
import { expect, partOf, test } from './customer.ts';

const replaced = 'This payment link was replaced by a new one.';

test.describe('a payment link', () => {
  test.use({ expectedStatuses: [400, 410] });

  test("an order's owner makes a new payment link; the old one shows and pays nothing any more", async ({
    page,
    browser,
    baseURL,
    request,
    customer,
  }) => {
    const part = await partOf(request, 'ignition');
    const orderId = await customer.order(part, part.orderQuantity);
    const payer = await (
      await browser.newContext({
        baseURL: baseURL ?? '',
        storageState: { cookies: [], origins: [] },
      })
    ).newPage();
    await payer.goto(`/payment/${orderId}`);
    await expect(payButton(payer)).toBeEnabled();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const copy = main(page).getByRole('button', { name: 'Copy the payment link' });
    const copied = main(page).getByText('Copied.');

    await test.step('by keyboard, and sees the new one', async () => {
      await page.goto(`/dashboard/my-orders/${orderId}`);
      await expect(main(page).getByText(`/payment/${orderId}`)).toBeVisible();
      expect(await axeFaults(page)).toEqual([]);
      await copy.press('Enter');
      await expect(copied).toBeVisible();
      await main(page).getByRole('button', { name: 'Make a new link' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Make a new link' });
      await expect(dialog.getByRole('button', { name: texts.no })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(toast(page, 'The order has a new payment link')).toBeVisible();
      await expect(
        main(page).getByText(new RegExp(`/payment/${orderId}/[\\w-]{22}$`)),
      ).toBeVisible();
      await expect(main(page).getByRole('list', { name: 'What happened' })).toContainText(
        'Pay link renewed',
      );
    });
    const link = (await main(page).getByText(`/payment/${orderId}/`).textContent()) ?? '';

    await test.step('which is said to be copied only once it is', async () => {
      await expect(copied).toBeHidden();
      await copy.press('Enter');
      await expect(copied).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    });

    await test.step('whoever is just paying by the old link is told', async () => {
      await payer.getByLabel('Name').fill('Priya Payer');
      await payer.getByLabel('Email').fill('priya.payer@example.com');
      await payWith(payer, cards.good);
      await expect(main(payer).getByText(replaced)).toBeVisible();
      const answer = await payer.reload();
      expect(answer?.status()).toBe(200);
      await expect(main(payer).getByText(replaced)).toBeVisible();
      await expect(main(payer)).not.toContainText(part.name);
      expect(await axeFaults(payer)).toEqual([]);
    });

    await test.step('the owner needs no link, also after a reload', async () => {
      await page.goto(`/payment/${orderId}`);
      await expect(payButton(page)).toBeEnabled();
      await page.reload();
      await expect(payButton(page)).toBeEnabled();
    });

    await test.step('and the new one pays', async () => {
      await payer.goto(new URL(link).pathname);
      await payer.getByLabel('Name').fill('Priya Payer');
      await payer.getByLabel('Email').fill('priya.payer@example.com');
      await payWith(payer, cards.good);
      await expectPaid(payer);
      expect(await customer.seeOrder(orderId)).toMatchObject({ paid: true });
      await payer.context().close();
    });
  });
});

test.describe('cards that are declined', () => {
  test.use({ expectedStatuses: [400, 402, 429] });

  test('after ten declined cards the payment page says from when on another one can be tried', async ({
    page,
    request,
    customer,
  }) => {
    const part = await partOf(request, 'wheel');
    const orderId = await customer.order(part, part.orderQuantity);
    await page.goto(`/payment/${orderId}`);
    const declined = 'Your card was declined.';
    for (let card = 1; card <= 10; card += 1) {
      const confirmed = page.waitForResponse((response) => response.url().includes('/confirm'));
      await payWith(page, cards.declined);
      expect((await confirmed).status()).toBe(402);
      if (card < 10) await expect(payButton(page)).toBeEnabled();
    }
    await expect(toast(page, declined).first()).toBeVisible();
    // The provider's message ends the payment. Before it came a good card would pay.
    const { total: price } = await customer.seeOrder(orderId);
    const headers = { authorization: `Bearer ${customer.accessToken}` };
    const data = { price, orderId };
    const open = () => request.post('/api/create-payment-intent', { headers, data });
    await expect.poll(async () => (await open()).status()).toBe(429);
    await payWith(page, cards.good);
    const form = main(page).getByRole('form', { name: 'Payment' });
    await expect(form.getByRole('status').first()).toHaveText(
      /^Too many cards were declined for this order\..* The next one can be tried from .+ on\.Retry$/,
    );
    await expect(payButton(page)).toBeDisabled();
    expect(await axeFaults(page)).toEqual([]);
    expect(await customer.seeOrder(orderId)).toMatchObject({ paid: false });
  });
});
