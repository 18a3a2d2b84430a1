import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { honest } from '#test/attack-pictures.ts';
import { expect, test } from './admin.ts';
import { expectReadable } from './axe-faults.ts';
import { main, toast } from './checkout.ts';
import { paidBeside } from './paid-order.ts';

test('a return whose picture cannot be read any more is not asked for, and nothing typed is lost', async ({
  admin,
  browser,
  baseURL,
}) => {
  const { buyer, order } = await paidBeside(browser, baseURL);
  const { page } = buyer;
  await admin.ship(order);
  await page.goto(`/dashboard/my-orders/${order}`);
  await main(page).getByText('Return pieces').click();
  const form = main(page).getByRole('form', { name: 'Return pieces' });
  const ask = form.getByRole('button', { name: 'Ask for the return' });
  await form.getByLabel('Reason').selectOption('Arrived damaged');
  await form.getByLabel('Pieces to return').fill('20');
  await form.getByLabel('What is wrong').fill('The box was crushed.');

  // Chosen, and then gone from the disk.
  const folder = await mkdtemp(path.join(tmpdir(), 'underhood-pictures-'));
  const file = path.join(folder, 'box.png');
  await writeFile(file, await honest('png', 640, 480));
  await form.getByLabel('Pictures').setInputFiles(file);
  await rm(folder, { recursive: true });
  await ask.click();
  await expect(form.getByText('The file could not be read. Choose it again.')).toBeVisible();
  await expect(form.getByLabel('Pictures')).toBeFocused();
  await expect(form.getByLabel('What is wrong')).toHaveValue('The box was crushed.');
  await expectReadable(page, 'a picture that cannot be read');

  await form
    .getByLabel('Pictures')
    .setInputFiles([
      { name: 'box.png', mimeType: 'image/png', buffer: await honest('png', 640, 480) },
    ]);
  await ask.click();
  await expect(toast(page, 'Your return is asked for')).toBeVisible();
  const list = main(page).getByRole('listitem').filter({ hasText: /^RT-/ });
  await expect(list).toContainText('20 pieces: arrived damaged');
  await expect(list.getByRole('img')).toHaveCount(1);
  await page.context().close();
});
