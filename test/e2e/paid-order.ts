import type { APIRequestContext, Browser } from '@playwright/test';
import type { Part } from '#contract/parts.ts';
import { cards, expiry, pay } from './checkout.ts';
import { customerBeside, expect, openAccount, partOf, type Customer } from './customer.ts';

/** Pays an order by the calls that the payment page makes; answers the transaction id. */
export async function payByCalls(
  request: APIRequestContext,
  customer: Customer,
  orderId: string,
): Promise<string> {
  const headers = { authorization: `Bearer ${customer.accessToken}` };
  const { total } = (await customer.seeOrder(orderId)) as unknown as { total: number };
  const opened = await request.post('/api/create-payment-intent', {
    headers,
    data: { price: total, orderId },
  });
  const { clientSecret } = (await opened.json()) as { clientSecret: string };
  const transactionId = clientSecret.split('_secret_')[0] ?? '';
  const paid = await request.post(`/sandbox/cards/payment_intents/${transactionId}/confirm`, {
    form: {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': cards.good,
      'payment_method_data[card][exp_month]': expiry.slice(0, 2),
      'payment_method_data[card][exp_year]': expiry.slice(2),
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][name]': customer.name,
      'payment_method_data[billing_details][email]': customer.email,
    },
  });
  expect(paid.ok()).toBe(true);
  const booked = await request.patch(`/api/orders/${orderId}`, {
    headers,
    data: { orderId, transactionId },
  });
  expect(booked.ok()).toBe(true);
  return transactionId;
}

/** Somebody else, in a browser of their own, who paid an order of gaskets: the least of a part, and `more` pieces. */
export async function paidBeside(browser: Browser, baseURL: string | undefined, more = 0) {
  const buyer = await customerBeside(browser, baseURL);
  const part = await partOf(buyer.request, 'gaskets');
  const order = await buyer.customer.order(part, part.orderQuantity + more);
  await pay(buyer.page, order);
  return { buyer, part, order };
}

/** Another customer, who bought a part and says in a review on which vehicles they tried it. */
export async function reviewByOther(
  request: APIRequestContext,
  origin: string,
  { part, fits }: { readonly part: Part; readonly fits: readonly object[] },
): Promise<void> {
  const customer = await openAccount(request, origin, 'Otto Buyer');
  const transactionId = await payByCalls(
    request,
    customer,
    await customer.order(part, part.orderQuantity),
  );
  const reviewed = await request.post('/api/reviews', {
    headers: { authorization: `Bearer ${customer.accessToken}` },
    data: { productId: part._id, transactionId, rating: 5, message: 'Came in time.', fits },
  });
  expect(reviewed.ok()).toBe(true);
}
