import { expect, test, type Page } from '@playwright/test';
import { minuteMs } from '#contract/durations.ts';
import type { Person } from '#test/harness.ts';
import { startPageShop, type PageShop } from '#test/page-shop.ts';
import { samplePart } from '#test/samples.ts';
import { expectReadable } from './axe-faults.ts';
import { main } from './checkout.ts';
import { signInAs } from './sign-in-as.ts';

/** A shop of its own, whose runs begin and go on when the test says so. */
let shop: PageShop;
let admin: Person;
/** What a question to the card provider waits for. */
let answers: Promise<void> = Promise.resolve();

test.beforeAll(async () => {
  shop = await startPageShop({
    through: (fetch) => async (input, init) => {
      await answers;
      return fetch(input, init);
    },
  });
  admin = await shop.person('Ada Admin', { role: 'admin' });
});

test.afterAll(async () => shop.close());

const open = async (page: Page) => {
  await signInAs(page.context(), admin);
  await page.goto(`${shop.address}/dashboard/doctor`);
};
const runNow = (page: Page) => main(page).getByRole('button', { name: 'Run now' });

test('an admin lets the doctor look for the first time, follows it, and reads what it found', async ({
  page,
}) => {
  await open(page);
  await expect(main(page).getByText('Nobody has looked yet.')).toBeVisible();
  await expect(main(page).getByRole('table', { name: 'Checks' })).toHaveCount(0);
  await expectReadable(page);

  await runNow(page).click();
  await expect(main(page).getByText('It begins in a moment.')).toBeVisible();
  await expect(runNow(page)).toBeDisabled();
  const answer = Promise.withResolvers<undefined>();
  answers = answer.promise;
  const run = shop.workOnDoctor();
  await expect(main(page).getByText('Check 27 of 27')).toBeVisible();
  await expect(main(page).getByRole('progressbar')).toHaveAttribute('value', '26');
  await expectReadable(page);

  answer.resolve(undefined);
  await run;
  await expect(main(page).getByText(/^All 30 checks hold\.$/)).toBeVisible();
  await expect(main(page).getByRole('progressbar')).toHaveCount(0);
  await expect(main(page).getByRole('table', { name: 'Checks' })).toContainText('I2-orders');
  await expect(runNow(page)).toBeEnabled();
});

test('the page shows what the last run found until somebody looks again, also after one that failed', async ({
  page,
}) => {
  await shop.request('POST', '/api/admin/doctor/runs', { as: admin });
  await shop.workOnDoctor();
  const part = await samplePart(shop.db, { inStock: 10 });
  await shop.db.updateTable('parts').set({ in_stock: 11 }).where('id', '=', part).execute();
  await open(page);
  await expect(main(page).getByText('All 30 checks hold.')).toBeVisible();

  await shop.request('POST', '/api/admin/doctor/runs', { as: admin });
  // As three killed processes leave it.
  shop.clock.advance(minuteMs);
  await shop.db
    .updateTable('doctor_runs')
    .set({ tries: 3 })
    .where('ended_at', 'is', null)
    .execute();
  await shop.workOnDoctor();
  await page.reload();
  await expect(main(page).getByText('A newer run has no result')).toBeVisible();
  await expect(main(page).getByText('All 30 checks hold.')).toBeVisible();
  await expectReadable(page);

  await runNow(page).click();
  await expect(main(page).getByRole('progressbar')).toBeVisible();
  await shop.workOnDoctor();
  await expect(main(page).getByText('1 of 30 checks is broken.')).toBeVisible();
  await expect(main(page).getByText('A newer run has no result')).toHaveCount(0);
  await expect(main(page).getByRole('link', { name: part })).toBeVisible();
});
