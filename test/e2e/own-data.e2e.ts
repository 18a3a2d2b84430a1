import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { AccountData } from '#contract/account-data.ts';
import { pay } from './checkout.ts';
import { delivery, expect, partOf, test, type Customer } from './customer.ts';
import { reach } from './keyboard.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Your data' });
const button = (page: Page) => section(page).getByRole('button', { name: 'Download your data' });

/** Presses the button by keyboard and reads the file that comes. */
async function download(page: Page): Promise<{ name: string; text: string }> {
  await reach(page, button(page));
  const coming = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await coming;
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
}

/** Expects that the file contains no token and no password. */
function expectNoSecrets(text: string, { accessToken, password }: Customer): void {
  const hash = createHash('sha256').update(accessToken).digest();
  for (const secret of [accessToken, password, hash.toString('hex'), hash.toString('base64url')])
    expect(text).not.toContain(secret);
  const named = /"[^"]*(?:password|token|secret|hash|session|network|cookie)[^"]*":/i.exec(text);
  expect(named).toBeNull();
}

test.describe('the own data', () => {
  test.use({ expectedStatuses: [503] });

  test('comes as a file with the orders and the reviews and no secret, by keyboard only', async ({
    page,
    customer,
    request,
  }) => {
    const part = await partOf(request, 'exhaust');
    const [paid, unpaid] = [
      await customer.order(part, part.orderQuantity),
      await customer.order(part, part.orderQuantity + 100),
    ];
    await pay(page, paid);
    await customer.review(paid, 'Fits, and none was rusty.');
    const { transactionId } = await customer.seeOrder(paid);

    await page.goto('/dashboard/my-profile');
    const before = new Date().toISOString().slice(0, 10);
    const { name, text } = await download(page);
    const data = JSON.parse(text) as AccountData;

    expect([
      `underhood-data-${before}.json`,
      `underhood-data-${new Date().toISOString().slice(0, 10)}.json`,
    ]).toContain(name);
    await expect(section(page).getByRole('status')).toHaveText(`Your data is in the file ${name}.`);
    await expect(button(page)).toBeFocused();
    expect(data.account).toMatchObject({ email: customer.email, name: customer.name });
    expect(data.orders.map(({ _id, paid: isPaid, address }) => [_id, isPaid, address])).toEqual([
      [unpaid, false, delivery.address],
      [paid, true, delivery.address],
    ]);
    expect(data.orders[1]?.payments).toEqual([
      expect.objectContaining({ transactionId, state: 'kept' }),
    ]);
    expect(data.reviews).toEqual([
      expect.objectContaining({ message: 'Fits, and none was rusty.', rating: 5 }),
    ]);
    expectNoSecrets(text, customer);
  });

  test('says that it is on its way, and what to do when it did not come', async ({ page }) => {
    await page.goto('/dashboard/my-profile');
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/user/*/data', async (route) => {
      await held;
      await route.fulfill({
        status: 503,
        json: { error: 'unavailable', message: 'The shop is busy. Please try again in a moment.' },
      });
    });
    await button(page).click();
    await expect(button(page)).toBeDisabled();
    answer();
    const status = section(page).getByRole('status');
    await expect(status).toHaveText(
      'Your data could not be fetched. The shop is busy. Please try again in a moment.',
    );
    await page.unroute('**/api/user/*/data');
    await download(page);
    await expect(status).toHaveText(/^Your data is in the file/);
  });
});
