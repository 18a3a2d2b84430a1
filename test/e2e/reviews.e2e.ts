import { texts } from '#contract/texts.ts';
import { main, orderRow, pay, toast } from './checkout.ts';
import { expect, partOf, test } from './customer.ts';
import { busy } from './journey.ts';

test.describe('a customer', () => {
  test.use({ expectedStatuses: [503] });

  test('reviews a part of a paid order, and the home page shows it', async ({
    page,
    customer,
    request,
  }) => {
    const part = await partOf(request, 'wipers');
    const order = await customer.order(part, part.orderQuantity);
    await page.goto('/dashboard/add-a-review');
    await expect(
      main(page).getByText('You can review a part once its order is paid.'),
    ).toBeVisible();
    await page.goto(`/dashboard/add-a-review/${order}`);
    await expect(
      main(page).getByText(
        'This order is not one of yours, it is not paid, or all of it was refunded.',
      ),
    ).toBeVisible();

    await pay(page, order);
    const { transactionId } = await customer.seeOrder(order);

    await page.goto('/dashboard');
    await page
      .getByRole('navigation', { name: texts.dashboard })
      .getByRole('link', { name: texts.addAReview })
      .click();
    await expect(page).toHaveURL(/\/dashboard\/add-a-review$/);
    const row = orderRow(page, part.name);
    await expect(row.getByRole('cell')).toContainText([
      '1',
      part.name,
      `$${part.price.toFixed(2)}`,
      transactionId ?? '',
      texts.addAReview,
    ]);
    await row.getByRole('link', { name: texts.addAReview }).click();
    await expect(page).toHaveURL(new RegExp(`/dashboard/add-a-review/${order}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      texts.addReviewFor + part.name,
    );

    const rating = page.getByLabel('Rating');
    const message = page.getByLabel('Message');
    const send = main(page).getByRole('button', { name: texts.addReview });
    await expect(rating).toHaveValue('5');
    await expect(rating).toHaveAttribute('type', 'number');
    await expect(message).toHaveJSProperty('tagName', 'TEXTAREA');
    await expect(rating).toHaveAttribute('min', '1');
    await expect(rating).toHaveAttribute('max', '5');
    await rating.fill('6');
    await send.click();
    await expect(main(page).getByText('Must be a whole number from 1 to 5')).toBeVisible();
    await expect(main(page).getByText('Message is required')).toBeVisible();
    await expect(rating).toBeFocused();

    const words = `Fits, and came quickly. Journey ${Date.now()}`;
    await rating.fill('4');
    await message.fill(words);
    await page.route('**/api/reviews', (route) => route.fulfill(busy));
    await send.click();
    await expect(
      main(page)
        .getByRole('status')
        .filter({ hasText: 'It is not known whether this was done. The shop is busy.' }),
    ).toBeVisible();
    await expect(page.locator('.toast-card')).toHaveCount(0);
    await expect(message).toHaveValue(words);

    await page.unroute('**/api/reviews');
    await send.click();
    await expect(page).toHaveURL(/\/dashboard\/add-a-review$/);
    await expect(toast(page, texts.reviewAdded)).toBeVisible();
    await row.getByRole('link', { name: texts.addAReview }).click();
    await expect(message).toHaveValue('');
    await expect(rating).toHaveValue('5');

    const earlier = main(page).getByRole('region', { name: 'You gave it 4 of 5' });
    await expect(earlier).toContainText(words);
    await send.click();
    await expect(main(page).getByText('Message is required')).toBeVisible();
    await earlier.getByRole('button', { name: 'Edit this review' }).click();
    await expect(main(page).getByText('Message is required')).toHaveCount(0);
    await expect(message).toBeFocused();
    await expect(message).toHaveValue(words);
    await expect(rating).toHaveValue('4');
    await message.fill(`${words}, edited`);
    await send.click();
    await expect(page).toHaveURL(/\/dashboard\/add-a-review$/);

    await page.goto('/');
    const shown = main(page).getByRole('listitem').filter({ hasText: words });
    await expect(shown).toContainText(`${words}, edited`);
    await expect(shown).toContainText('Rating: 4 of 5');
    await expect(shown).toContainText(customer.name);
  });
});
