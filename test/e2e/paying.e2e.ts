import type { Order } from '#contract/orders.ts';
import { texts } from '#contract/texts.ts';
import {
  cards,
  expectPaid,
  expiry,
  main,
  pay,
  payButton,
  payWith,
  sentBy,
  toast,
} from './checkout.ts';
import { delivery, expect, openAccount, partOf, test, type Customer } from './customer.ts';
import { test as asGuest } from './journey.ts';

const notAuthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

test.describe('a card that does not pay', () => {
  // The card provider answers 402 to a card its bank refuses.
  test.use({ expectedStatuses: [402] });

  async function expectRefused(customer: Customer, orderId: string): Promise<void> {
    expect(await customer.seeOrder(orderId)).toMatchObject({
      paid: false,
      transactionId: null,
    } satisfies Partial<Order>);
  }

  test("shows the provider's message, leaves the order unpaid, and the same page then takes another card", async ({
    page,
    request,
    customer,
  }) => {
    const part = await partOf(request, 'exhaust');
    const orderId = await customer.order(part, part.orderQuantity);
    await page.goto(`/payment/${orderId}`);
    await payWith(page, cards.declined);
    await expect(toast(page, 'Your card was declined.')).toBeVisible();
    await expect(main(page).getByText('Your card was declined.')).toBeFocused();
    await expectRefused(customer, orderId);
    await payWith(page, cards.poor);
    await expect(toast(page, 'Your card has insufficient funds.')).toBeVisible();
    await expect(main(page).getByText('Your card was declined.')).toHaveCount(0);
    await expectRefused(customer, orderId);
    await payWith(page, cards.good);
    await expectPaid(page);
    expect(await customer.seeOrder(orderId)).toMatchObject({
      paid: true,
      transactionId: expect.stringMatching(/^pi_/),
    });
  });

  test('asks the bank: a failed answer leaves the order unpaid, a completed one pays it', async ({
    page,
    request,
    customer,
  }) => {
    const part = await partOf(request, 'suspension');
    const orderId = await customer.order(part, part.orderQuantity);
    await page.goto(`/payment/${orderId}`);
    const bank = page.getByRole('dialog', { name: '3-D Secure' });
    await payWith(page, cards.threeDSecure);
    await bank.getByRole('button', { name: 'Fail' }).click();
    await expect(toast(page, notAuthenticated)).toBeVisible();
    await expect(bank).toBeHidden();
    await expectRefused(customer, orderId);
    await payWith(page, cards.threeDSecure);
    await expect(bank).toBeVisible();
    await expectRefused(customer, orderId);
    await bank.getByRole('button', { name: 'Complete' }).click();
    await expectPaid(page);
    expect(await customer.seeOrder(orderId)).toMatchObject({ paid: true });
  });
});

test('a wrong number and unfinished fields are refused in the form and never sent', async ({
  page,
  request,
  customer,
}) => {
  const part = await partOf(request, 'steering');
  const orderId = await customer.order(part, part.orderQuantity);
  await page.goto(`/payment/${orderId}`);
  await expect(payButton(page)).toBeEnabled();
  const sent = sentBy(page);
  const [number, date, code] = [
    page.getByLabel('Card number'),
    page.getByLabel('Expiry'),
    page.getByLabel('Security code'),
  ];

  await payButton(page).click();
  await expect(toast(page, 'Your card number is incomplete.')).toBeVisible();
  await expect(number).toBeFocused();
  await expect(number).toHaveAccessibleDescription('Your card number is incomplete.');
  await expect(date).toHaveAccessibleDescription("Your card's expiration date is incomplete.");
  await expect(code).toHaveAccessibleDescription("Your card's security code is incomplete.");

  await payWith(page, cards.wrongNumber);
  await expect(toast(page, 'Your card number is invalid.')).toBeVisible();
  await expect(number).toHaveAccessibleDescription('Your card number is invalid.');

  await number.fill(cards.good);
  await date.fill('1223');
  await payButton(page).click();
  await expect(toast(page, "Your card's expiration year is in the past.")).toBeVisible();
  await expect(date).toBeFocused();
  await date.fill(expiry);
  await code.fill('12');
  await payButton(page).click();
  await expect(toast(page, "Your card's security code is incomplete.")).toBeVisible();
  await expect(code).toBeFocused();
  expect(sent).toEqual([]);
  expect(await customer.seeOrder(orderId)).toMatchObject({ paid: false });
});

test('a paid order never offers Pay again: not by Back, not by a reload, not in a tab that was open before', async ({
  page,
  context,
  request,
  customer,
}) => {
  const part = await partOf(request, 'wheel');
  const orderId = await customer.order(part, part.orderQuantity);
  const noPay = async (one: typeof page) => {
    await expect(one.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
    await expect(payButton(one)).toHaveCount(0);
    await expect(one.getByLabel('Card number')).toHaveCount(0);
  };
  const before = await context.newPage();
  await before.goto(`/payment/${orderId}`);
  await expect(payButton(before)).toBeEnabled();

  await page.goto('/dashboard/my-orders');
  await main(page).getByRole('link', { name: texts.pay }).click();
  await payWith(page, cards.good);
  await expectPaid(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/my-orders$/);
  await expect(main(page).getByRole('table').getByText('Pending')).toBeVisible();
  await page.goto(`/payment/${orderId}`);
  await noPay(page);
  await page.reload();
  await noPay(page);
  await page.goto('/blog');
  await page.goBack();
  await noPay(page);
  await before.reload();
  await noPay(before);
});

test.describe('a tab that does not know of the payment yet', () => {
  test.use({ expectedStatuses: [400, 409] });

  test('pays nothing a second time and shows the order as paid', async ({
    page,
    context,
    request,
    customer,
  }) => {
    const part = await partOf(request, 'drivetrain');
    const orderId = await customer.order(part, part.orderQuantity);
    await page.goto(`/payment/${orderId}`);
    await expect(payButton(page)).toBeEnabled();
    const other = await context.newPage();
    await pay(other, orderId);
    const { transactionId } = await customer.seeOrder(orderId);
    await payWith(page, cards.good);
    await expect(page.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
    await expect(payButton(page)).toHaveCount(0);
    expect(await customer.seeOrder(orderId)).toMatchObject({ paid: true, transactionId });
  });
});

asGuest(
  'whoever holds the payment link pays with a name of their own and learns nothing of the owner',
  async ({ page, request, baseURL }) => {
    const owner = await openAccount(request, baseURL ?? '', 'Quillon Ownersby');
    const part = await partOf(request, 'electrical');
    const orderId = await owner.order(part, part.orderQuantity);
    // Read on their way: the browser gives up the answers of a page that was left.
    const answers: string[] = [];
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch();
      answers.push(await response.text());
      await route.fulfill({ response });
    });
    await page.goto(`/payment/${orderId}`);
    await expect(main(page).getByText(part.name)).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('');
    await expect(page.getByLabel('Email')).toHaveValue('');
    const html = await page.content();
    const sent = sentBy(page);
    await payWith(page, cards.good);
    await expect(main(page).getByText(texts.nameRequired)).toBeVisible();
    await expect(main(page).getByText(texts.emailRequired)).toBeVisible();
    await expect(page.getByLabel('Name')).toBeFocused();
    expect(sent).toEqual([]);

    await page.getByLabel('Name').fill('Priya Payer');
    await page.getByLabel('Email').fill('priya.payer@example.com');
    await payButton(page).click();
    await expectPaid(page);
    const paid = await owner.seeOrder(orderId);
    expect(paid).toMatchObject({ paid: true, name: 'Quillon Ownersby', email: owner.email });
    const [confirmed, reported, ...more] = sent;
    expect(confirmed?.path).toBe(`/sandbox/cards/payment_intents/${paid.transactionId}/confirm`);
    const billing = new URLSearchParams(confirmed?.body);
    const { cards: provider } = await (await request.get('/api/site')).json();
    expect(billing.get('key')).toBe(provider.publishableKey);
    expect(billing.get('payment_method_data[type]')).toBe('card');
    expect(billing.get('payment_method_data[billing_details][name]')).toBe('Priya Payer');
    expect(billing.get('payment_method_data[billing_details][email]')).toBe(
      'priya.payer@example.com',
    );
    // The shop itself is told nothing of the payer.
    expect(reported).toMatchObject({ method: 'PATCH', path: `/api/orders/${orderId}` });
    expect(JSON.parse(reported?.body ?? '')).toEqual({
      orderId,
      transactionId: paid.transactionId,
    });
    expect(more).toEqual([]);

    await page.goto(`/payment/${orderId}`);
    await expect(page.getByRole('heading', { name: 'This order is paid' })).toBeVisible();
    const shown = await page.content();
    await page.unrouteAll({ behavior: 'wait' });
    expect(answers).not.toEqual([]);
    const seen = [html, shown, ...answers].join('\n');
    for (const personal of [owner.name, owner.email, delivery.address, delivery.phone])
      expect(seen).not.toContain(personal);
  },
);
