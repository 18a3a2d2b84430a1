import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { beforeEach } from 'vitest';
import type { Database } from '#server/shop.ts';
import { sandboxAddress } from '#server/third-parties/cards/sandbox/sandbox-cards.ts';
import type { Person, ShopOptions, TestShop } from './harness.ts';
import { samplePart } from './samples.ts';
import { useShop } from './use-shop.ts';

/** Replaces the provider's answer to one call; `pass` makes the sandbox answer. */
export type Fault = (pass: () => Promise<Response>) => Promise<Response>;

/** A shop with a customer, and a card provider that a test controls. */
export interface PaymentShop extends TestShop {
  readonly customer: Person;
  /** The calls to the provider in this test, as `POST /v1/payment_intents`. */
  readonly asked: string[];
  /** Faults of the next calls to the provider, in order. */
  readonly faults: Fault[];
  /** The webhooks that the provider sent in this test. */
  readonly sent: { payload: string; signature: string }[];
  /** Whether they reach the shop; default: false. */
  hears: boolean;
}

/** Starts one for the tests of a file, as `useShop` does; faults and recorded calls are reset before each test. */
export async function usePaymentShop(
  options: Pick<ShopOptions, 'isInHurry'> = {},
): Promise<PaymentShop> {
  const asked: string[] = [];
  const faults: Fault[] = [];
  const sent: PaymentShop['sent'] = [];
  const script = { asked, faults, sent, hears: false };
  const shop = await useShop({
    ...options,
    hears: (payload, signature) => {
      sent.push({ payload, signature });
      return script.hears;
    },
    through: (fetch) => async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      asked.push(`${init?.method ?? 'GET'} ${pathname.replace(/(pi)_\w+/, '$1')}`);
      const pass = () => fetch(input, init);
      return faults.shift()?.(pass) ?? pass();
    },
  });
  beforeEach(() => {
    for (const list of [asked, faults, sent, shop.logged]) list.length = 0;
    script.hears = false;
  });
  return Object.assign(script, shop, { customer: await shop.person('Ada Bolt') });
}

/** An unpaid order of 200 brake discs at $12.00 by the shop's customer, unless said otherwise. Answers its id. */
export async function sampleOrder(
  { db, clock, customer }: PaymentShop,
  {
    unitCents = 1200,
    quantity = 200,
    buyer = customer,
  }: { unitCents?: number; quantity?: number; buyer?: Person } = {},
): Promise<string> {
  const partId = await samplePart(db, { priceCents: unitCents });
  const id = randomUUID();
  await db
    .insertInto('orders')
    .values({
      id,
      user_id: buyer.userId,
      part_id: partId,
      part_name: 'Brake disc',
      image: '/pictures/brake-disc.webp',
      unit_price_cents: unitCents,
      quantity,
      total_cents: unitCents * quantity,
      name: buyer.name,
      email: buyer.email,
      address: '1 Workshop Lane',
      phone: '555 0100',
      state: 'unpaid',
      transaction_id: null,
      created_at: clock.now(),
      paid_at: null,
      shipped_at: null,
      cancelled_at: null,
      cancelled_because: null,
    })
    .execute();
  return id;
}

/** Puts an order into another state. */
export async function setOrderState(
  db: Database,
  id: string,
  state: 'unpaid' | 'cancelling' | 'cancelled',
): Promise<void> {
  const cancelled_at = state === 'cancelled' ? new Date('2026-03-02T10:00:00Z') : null;
  await db.updateTable('orders').set({ state, cancelled_at }).where('id', '=', id).execute();
}

/** Pays at the sandbox as a browser does. */
export function payInBrowser(
  app: FastifyInstance,
  {
    clientSecret,
    ...card
  }: { clientSecret: string; number: string; fields?: Record<string, string> },
) {
  return browserStep(app, clientSecret, {
    step: 'confirm',
    fields: {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card.number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2029',
      'payment_method_data[card][cvc]': card.number.startsWith('37') ? '1234' : '123',
      'payment_method_data[billing_details][name]': 'Guest Payer',
      'payment_method_data[billing_details][email]': 'payer@example.com',
      ...card.fields,
    },
  });
}

/** A browser's call to the sandbox. */
export function browserStep(
  app: FastifyInstance,
  clientSecret: string,
  { step, fields }: { step: 'confirm' | 'authenticate'; fields: Record<string, string> },
) {
  return app.inject({
    method: 'POST',
    url: `${sandboxAddress}/payment_intents/${clientSecret.split('_secret_')[0]}/${step}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ client_secret: clientSecret, ...fields }).toString(),
  });
}
