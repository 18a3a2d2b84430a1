import type { Locator } from '@playwright/test';
import { texts } from '#contract/texts.ts';
import {
  cards,
  expectPaid,
  expiry,
  main,
  orderRow,
  payButton,
  purchaseNow,
  quantityField,
  toast,
} from './checkout.ts';
import { delivery, expect, openAccount, partOf, test } from './customer.ts';
import { searchBox } from './finding.ts';
import { test as asGuest } from './journey.ts';
import { reach } from './keyboard.ts';

test('My Profile is updated, survives a reload and starts the next order form', async ({
  page,
  request,
  customer,
}) => {
  const part = await partOf(request, 'lighting');
  await page.goto('/dashboard/my-profile');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${customer.name}'s Profile`);
  for (const [label, value] of [
    ['Name', customer.name],
    ['Email', customer.email],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value);
    await expect(page.getByLabel(label)).not.toBeEditable();
  }
  const typed = {
    Phone: delivery.phone,
    Address: delivery.address,
    Education: 'Motor mechanic, Leeds',
    LinkedIn: 'https://www.linkedin.com/in/nadia',
  };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  const link = page.getByLabel('LinkedIn');
  await link.fill('javascript:alert(1)');
  await page.getByRole('button', { name: texts.updateProfile }).click();
  await expect(link).toHaveAccessibleDescription(
    'Must be an address that begins with https:// or http://',
  );
  await expect(link).toBeFocused();
  await expect(toast(page, texts.profileUpdated)).toHaveCount(0);
  await link.fill(typed.LinkedIn);
  // The account is read again after the update; a slow answer must not take the form and its line away.
  await page.route('**/api/user/**', async (route) => {
    await page.waitForTimeout(400);
    await route.continue();
  });
  const reread = page.waitForResponse(/\/api\/user\//);
  await page.getByRole('button', { name: texts.updateProfile }).click();
  await expect(toast(page, texts.profileUpdated)).toBeVisible();
  await reread;
  await expect(main(page).getByText('Your profile is saved.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.reload();
  for (const [label, value] of Object.entries(typed))
    await expect(page.getByLabel(label)).toHaveValue(value);
  await page.goto(`/purchase/${part._id}`);
  await expect(page.getByLabel('Address')).toHaveValue(delivery.address);
  await expect(page.getByLabel('Phone')).toHaveValue(delivery.phone);
});

test('the next order starts like the last one, offers the address of the profile, and keeps what was typed', async ({
  page,
  request,
  customer,
}) => {
  const part = await partOf(request, 'lighting');
  const { name, email, accessToken } = customer;
  const profile = { address: 'Gate 4, Kiln Street, Leeds', phone: '+44 113 496 0999' };
  const address = page.getByLabel('Address');
  const phone = page.getByLabel('Phone');
  const choice = (words: string) => main(page).getByRole('button', { name: words, exact: true });

  await customer.order(part, part.orderQuantity);
  await page.goto(`/purchase/${part._id}`);
  await expect(address).toHaveValue(delivery.address);
  await expect(phone).toHaveValue(delivery.phone);
  await expect(choice('As in the last order')).toHaveCount(0);

  const saved = await request.put(`/api/users/${email}`, {
    headers: { authorization: `Bearer ${accessToken}` },
    data: { name, email, education: '', linkedin: '', ...profile },
  });
  expect(saved.status()).toBe(200);
  await page.reload();
  await expect(address).toHaveValue(delivery.address);
  await expect(choice('As in the last order')).toHaveAttribute('aria-pressed', 'true');
  await choice('As in my profile').click();
  await expect(address).toHaveValue(profile.address);
  await expect(phone).toHaveValue(profile.phone);
  await expect(choice('As in my profile')).toHaveAttribute('aria-pressed', 'true');

  await address.fill('Ramp 2, Mill Lane, York');
  await expect(choice('As in my profile')).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(address).toHaveValue('Ramp 2, Mill Lane, York');
  await expect(phone).toHaveValue(profile.phone);
});

asGuest(
  'a whole purchase is made by keyboard only, from the search to the transaction id',
  async ({ page, request, baseURL }) => {
    const { email, password } = await openAccount(request, baseURL ?? '', 'Kay Boarder');
    const part = await partOf(request, 'sensors');
    const { keyboard } = page;
    const act = async (target: Locator) => {
      await reach(page, target);
      await keyboard.press('Enter');
    };
    const type = async (target: Locator, text: string) => {
      await reach(page, target);
      await keyboard.type(text);
    };
    await page.goto('/parts');
    await expect(page.getByRole('banner').getByRole('link', { name: texts.login })).toBeVisible();
    await type(searchBox(page), part.partNumber ?? part.name);
    await keyboard.press('Enter');
    await act(
      main(page)
        .getByRole('link', { name: `${texts.purchaseNow}: ${part.name}` })
        .first(),
    );
    await type(page.getByLabel('Email'), email);
    await type(page.getByLabel('Password'), password);
    await keyboard.press('Enter');

    await type(page.getByLabel('Address'), delivery.address);
    await type(page.getByLabel('Phone'), delivery.phone);
    await reach(page, quantityField(page));
    await keyboard.press('ArrowUp');
    await expect(quantityField(page)).toHaveValue(String(part.orderQuantity + 100));
    await act(purchaseNow(page));
    await expect(toast(page, texts.orderPlaced)).toBeVisible();
    await act(main(page).getByRole('link', { name: new RegExp(`^${texts.pay} \\$`) }));

    await expect(payButton(page)).toBeEnabled();
    await type(page.getByLabel('Card number'), cards.threeDSecure);
    await type(page.getByLabel('Expiry'), expiry);
    await type(page.getByLabel('Security code'), '123');
    await keyboard.press('Enter');
    const bank = page.getByRole('dialog', { name: '3-D Secure' });
    await expect(bank.getByRole('button', { name: 'Fail' })).toBeFocused();
    await act(bank.getByRole('button', { name: 'Complete' }));
    await expectPaid(page);

    await act(page.getByRole('banner').getByRole('button', { name: 'Kay Boarder' }));
    await act(page.locator('#profile-menu').getByRole('link', { name: texts.dashboard }));
    await act(orderRow(page, part.name).getByRole('button', { name: texts.details }));
    await expect(toast(page, 'Transaction id: pi_')).toBeVisible();
  },
);
