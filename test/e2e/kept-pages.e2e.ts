import { paths } from '#web/paths.ts';
import { expect, test } from './admin.ts';
import { main } from './checkout.ts';
import { partOf } from './customer.ts';
import { busy } from './journey.ts';

test.describe('while the shop is busy', () => {
  test.use({ expectedStatuses: [503] });

  test('a product that is not saved stays as it was typed, with the reason, though it cannot be loaded again either', async ({
    page,
    request,
  }) => {
    const { _id } = await partOf(request, 'gaskets');
    await page.goto(paths.manageProduct(_id));
    const details = main(page).getByLabel('Details');
    await details.fill('Typed at length, and not to be typed twice.');
    const calls = /\/api\/(?:admin\/parts|part)\//;
    await page.route(calls, (route) => route.fulfill(busy));
    await main(page).getByRole('button', { name: 'Save product' }).click();
    const old = main(page).getByText('What you see here could not be loaded again.');
    await expect(old).toHaveCount(1);
    await expect(main(page).getByText('Not saved. The shop is busy.')).toBeVisible();
    await expect(details).toHaveValue('Typed at length, and not to be typed twice.');

    await page.unroute(calls);
    await main(page).getByRole('button', { name: 'Retry' }).click();
    await expect(old).toHaveCount(0);
    await expect(details).toHaveValue('Typed at length, and not to be typed twice.');
  });
});
