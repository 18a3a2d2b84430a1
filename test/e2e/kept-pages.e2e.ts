import { faultsOf } from '#web/admin/vehicles/vehicle-paths.ts';
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
    await expect(
      main(page).getByText('It is not known whether this was done. The shop is busy.'),
    ).toBeVisible();
    await expect(details).toHaveValue('Typed at length, and not to be typed twice.');

    // The account is said by itself, and does not speak for the page below.
    const account = '**/api/user/**';
    const oldAccount = main(page).getByText('Your account could not be loaded again.');
    await page.route(account, (route) => route.fulfill(busy));
    await main(page).getByRole('button', { name: 'Retry' }).click();
    await expect(oldAccount).toBeVisible();
    await expect(old).toHaveCount(1);

    await page.unroute(account);
    await page.unroute(calls);
    await main(page).getByRole('button', { name: 'Retry' }).first().click();
    await expect(oldAccount).toHaveCount(0);
    await expect(old).toHaveCount(0);
    await expect(details).toHaveValue('Typed at length, and not to be typed twice.');
  });
});

test('parts with another kind of fault are not looked for under those of the kind before', async ({
  page,
}) => {
  const later = Promise.withResolvers<undefined>();
  await page.route(/\/api\/.*kind=overlap/, async (route) => {
    await later.promise;
    await route.continue();
  });
  await page.goto(faultsOf('no vehicle'));
  const shown = main(page).getByRole('table').or(main(page).getByText('No part has this fault.'));
  await expect(shown).toBeVisible();
  const kind = main(page).getByRole('link', { name: 'Years that overlap' });
  await kind.click();
  await expect(kind).toHaveAttribute('aria-current', 'page');
  await expect(shown).toHaveCount(0);
  later.resolve(undefined);
  await expect(shown).toBeVisible();
});
