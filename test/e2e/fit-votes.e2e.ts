import type { PartDetail } from '#contract/parts.ts';
import { texts } from '#contract/texts.ts';
import { expectReadable } from './axe-faults.ts';
import { main, toast } from './checkout.ts';
import { expect, partOf, test } from './customer.ts';
import { payByCalls, reviewByOther } from './paid-order.ts';

test('what buyers say of a vehicle changes what everybody is told, and its buyer changes it again by keyboard', async ({
  page,
  customer,
  request,
  playwright,
  baseURL,
}) => {
  const part = await partOf(request, 'climate');
  const detail = (await (await request.get(`/api/parts/${part._id}`)).json()) as PartDetail;
  const claim = detail.fitments.find(({ note }) => note === '');
  if (claim === undefined) throw new Error('The part names no vehicle.');
  const { make, model, engine, yearTo: year } = claim;
  const vehicle = { make, model, year, engine };
  const told = async () => {
    const query = { make, model, year: String(year), engine, ids: part._id };
    const [fit] = (await (await request.get('/api/fits', { params: query })).json()) as {
      state: string;
      reason: string;
    }[];
    return `${fit?.state}: ${fit?.reason}`;
  };
  const origin = new URL(baseURL ?? '').origin;
  for (let count = 0; count < 4; count += 1) {
    const other = await playwright.request.newContext({ baseURL: origin });
    await reviewByOther(other, origin, { part, fits: [{ ...vehicle, verdict: 'fits' }] });
    await other.dispose();
  }
  expect(await told()).toMatch(/^fits: .* 4 buyers confirmed it\.$/);

  const order = await customer.order(part, part.orderQuantity);
  await payByCalls(request, customer, order);
  await page.setViewportSize({ width: 390, height: 844 });
  const send = main(page).getByRole('button', { name: texts.addReview });
  await test.step('its buyer says that it does not fit', async () => {
    await page.goto(`/dashboard/add-a-review/${order}`);
    await page.getByLabel('Message').fill('The holes are elsewhere.');
    await page.getByLabel('Did it fit?').selectOption('It does not fit');
    await send.click();
    await expect(main(page).getByText('Vehicle is required')).toBeVisible();
    await expect(main(page).getByLabel('Vehicle')).toBeFocused();
    const choice = main(page).getByLabel('Vehicle').getByRole('option');
    const named = choice.filter({ hasText: `${make} ${model} ` }).first();
    await main(page)
      .getByLabel('Vehicle')
      .selectOption({ label: (await named.textContent()) ?? '' });
    if (claim.yearFrom < claim.yearTo) {
      await send.click();
      await expect(main(page).getByText('Year is required')).toBeVisible();
      await page.getByLabel('Year').selectOption(String(year));
    }
    await expectReadable(page, 'the review with a vehicle');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390);
    await send.click();
    await expect(toast(page, texts.reviewAdded)).toBeVisible();
  });
  expect(await told()).toBe('check: 1 of 5 buyers say it does not fit.');

  await test.step('everybody reads it', async () => {
    await page.goto(`/parts/part-${part._id}`);
    const line = main(page).getByRole('listitem').filter({ hasText: 'Confirmed: 4 of 5' });
    await expect(line.first()).toContainText(`${make} ${model}`);
    const reviews = page.getByRole('region', { name: 'Reviews of this part' });
    await expect(reviews.getByText(`Does not fit: ${make} ${model} ${year}`)).toBeVisible();
    await expect(reviews.getByText(`Fits: ${make} ${model} ${year}`)).toHaveCount(4);
    await expectReadable(page, 'the part with votes');
  });

  await test.step('and changes it by keyboard', async () => {
    await page.goto(`/dashboard/add-a-review/${order}`);
    const edit = page.getByRole('button', { name: 'Edit this review' });
    await edit.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Message')).toHaveValue('The holes are elsewhere.');
    await page.keyboard.press('Tab');
    const said = page.getByLabel(new RegExp(`^${make} ${model} ${year}`));
    await expect(said).toBeFocused();
    await expect(said).toHaveValue('does not fit');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(said).toHaveValue('fits');
    await page.keyboard.press('Enter');
    await send.focus();
    await page.keyboard.press('Enter');
    await expect(toast(page, texts.reviewAdded)).toBeVisible();
  });
  expect(await told()).toMatch(/^fits: .* 5 buyers confirmed it\.$/);
});
