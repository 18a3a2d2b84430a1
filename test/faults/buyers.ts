import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { acknowledge, noReturn, requestOf, type KnownReturn } from './return-steps.ts';
import { until } from './row.ts';

/** The customers and their part, which are in the database before the shop starts. */
export interface Buyers {
  readonly tokens: readonly string[];
  /** Of an admin, who ships and refunds what is paid in parts, and takes it back; without one nobody does. */
  readonly adminToken?: string;
  readonly partId: string;
  /** Other parts, of the same price and minimum: a list has a line of each. */
  readonly listPartIds: readonly string[];
  /** Dollars of one order: every order is of the part's minimum. */
  readonly total: number;
  readonly quantity: number;
}

/** An order, or the orders of a list, as the customer knows it: the last request, and what the shop has acknowledged. */
export interface KnownOrder {
  readonly key: string;
  readonly token: string;
  readonly isList: boolean;
  /** What the shop answered as `insertedId`: the order's, or the batch's. */
  id: string | undefined;
  orderIds: readonly string[];
  acknowledged: 'nothing' | 'unpaid' | 'paid' | 'cancelled';
  /** Pieces of the last of its orders that were shipped, and that were refunded instead. */
  shipped: number;
  refunded: number;
  readonly back: KnownReturn;
  /** The request that has no final answer yet and is sent again. */
  under: Step | undefined;
  /** Of that request, if it is about what is paid. */
  stepKey: string;
}

type Step = 'place' | 'pay' | 'cancel' | 'ship' | 'refund' | 'return';

interface Counts {
  acknowledged: number;
  place: number;
  pay: number;
  cancel: number;
  ship: number;
  refund: number;
  return: number;
  /** Answers with 503. */
  refused503: number;
  /** Connections that broke or were refused, also those of a proxy (502). */
  unanswered: number;
  slowestMs: number;
}

/** The shop answered 503, or nothing: the same request is sent again. */
class NotNow extends Error {}

/** Pauses between retries; they grow, so that the rate limit of payments is not reached. */
const pausesMs = { first: 40, longest: 1_000 };
const answerMs = 60_000;
/** The calls that are sent with a key. */
const placings: ReadonlySet<string> = new Set(['/api/orders', '/api/batches']);
/** An order is shipped and refunded in this many parts. */
const portions = 4;
/** The limit of unpaid orders for a customer who never paid. */
const mostUnpaid = 5;

/**
 * Customers who order, pay and cancel without a pause over HTTP, each one request at a time. Requests without an answer are
 * repeated with the same key. Everything that the shop acknowledges is recorded.
 */
export class Market {
  /** Every requested order. */
  readonly orders: KnownOrder[] = [];
  readonly counts: Counts = {
    acknowledged: 0,
    place: 0,
    pay: 0,
    cancel: 0,
    ship: 0,
    refund: 0,
    return: 0,
    refused503: 0,
    unanswered: 0,
    slowestMs: 0,
  };
  /** Unexpected answers. */
  readonly surprises: string[] = [];
  /** The shop's current address. */
  address: string;
  readonly #buyers: Buyers;
  readonly #random: () => number;
  /** How likely the next thing placed is a list. */
  readonly #lists: number;
  #open = false;
  #customers: Promise<void>[] = [];

  constructor(address: string, buyers: Buyers, random: () => number, lists = 0) {
    this.#lists = lists;
    this.address = address;
    this.#buyers = buyers;
    this.#random = random;
  }

  begin(): void {
    this.#open = true;
    this.#customers = this.#buyers.tokens.map((token) => this.#shop(token));
  }

  /** Ends after each customer's current request. */
  async end(): Promise<void> {
    this.#open = false;
    const everybody = Promise.all(this.#customers);
    await Promise.race([
      everybody,
      sleep(answerMs).then(() =>
        assert.fail(`Somebody waits still: ${JSON.stringify(this.waiting())}`),
      ),
    ]);
    assert.deepEqual(this.surprises, []);
  }

  /** Waits until this many writes are acknowledged. */
  acknowledged(count: number, ms = 60_000): Promise<void> {
    return until(() => this.counts.acknowledged >= count || this.surprises.length > 0, {
      what: `${count} acknowledged writes`,
      ms,
    });
  }

  /** Repeats every acknowledged order with its key, and expects the same order as answer; of a list for which nothing is to be paid any more, that it is known. */
  async repeatAll(): Promise<number> {
    const placed = this.orders.filter(({ id }) => id !== undefined);
    for (const order of placed) {
      const again = await this.#sendPlacing(order);
      const isOver = order.isList && order.acknowledged !== 'unpaid';
      const same = [again.status, again.body['error'], again.body['insertedId']];
      const wanted = isOver ? [422, 'list_ordered_before'] : [201, undefined];
      assert.deepEqual(same, [...wanted, order.id], 'the same key answers the same order');
    }
    return placed.length;
  }

  /** Orders with an unanswered request. */
  waiting(): KnownOrder[] {
    return this.orders.filter(({ under }) => under !== undefined);
  }

  async #shop(token: string): Promise<void> {
    let pauseMs = pausesMs.first;
    for (;;) {
      const order = this.#next(token);
      if (order === undefined) return;
      try {
        await this.#advance(order);
        pauseMs = pausesMs.first;
      } catch (error) {
        if (!(error instanceof NotNow)) return void this.surprises.push(String(error));
        await sleep(pauseMs);
        pauseMs = Math.min(2 * pauseMs, pausesMs.longest);
      }
    }
  }

  /** The next request: an unanswered one first; then a new order, or paying or cancelling an old one. */
  #next(token: string): KnownOrder | undefined {
    const own = this.orders.filter((order) => order.token === token);
    const left = own.find(({ under }) => under !== undefined);
    if (left !== undefined || !this.#open) return left;
    const paid = own.find(
      (order) => order.acknowledged === 'paid' && (this.#left(order) > 0 || this.#mayReturn(order)),
    );
    if (paid && this.#buyers.adminToken && this.#random() < 0.5) {
      paid.under = this.#stepOf(paid);
      paid.stepKey = randomUUID();
      return paid;
    }
    const unpaid = own.filter(({ acknowledged }) => acknowledged === 'unpaid');
    const chosen = unpaid[Math.floor(this.#random() * unpaid.length)];
    if (chosen === undefined || (unpaid.length < mostUnpaid && this.#random() < 0.5)) {
      const order: KnownOrder = {
        key: randomUUID(),
        token,
        isList: this.#lists > 0 && this.#random() < this.#lists,
        id: undefined,
        orderIds: [],
        acknowledged: 'nothing',
        shipped: 0,
        refunded: 0,
        back: noReturn(),
        under: 'place',
        stepKey: '',
      };
      this.orders.push(order);
      return order;
    }
    chosen.under = this.#random() < 0.6 ? 'pay' : 'cancel';
    return chosen;
  }

  async #advance(order: KnownOrder): Promise<void> {
    const step = order.under;
    if (step === 'place') await this.#place(order);
    else if (step === 'pay') await this.#pay(order);
    else if (step === 'ship') await this.#ship(order);
    else if (step === 'refund') await this.#refund(order);
    else if (step === 'return') await this.#return(order);
    else await this.#cancel(order);
    order.under = undefined;
    this.counts.acknowledged += 1;
    if (step !== undefined) this.counts[step] += 1;
  }

  async #place(order: KnownOrder): Promise<void> {
    const { status, body } = await this.#sendPlacing(order);
    assert.equal(status, 201, `an order was answered ${status} ${JSON.stringify(body)}`);
    order.id = String(body['insertedId']);
    const lines = body['orders'] as readonly { readonly _id: string }[] | undefined;
    order.orderIds = lines?.map(({ _id }) => _id) ?? [order.id];
    order.acknowledged = 'unpaid';
  }

  async #pay(order: KnownOrder): Promise<void> {
    const { orderIds } = order;
    const price = this.#buyers.total * orderIds.length;
    const claim = order.isList ? { price, orderIds } : { price, orderId: order.id };
    const opened = await this.#send(order, 'POST', '/api/create-payment-intent', claim);
    // The first try was interrupted after the money had moved.
    if (opened.status !== 409 || opened.body['error'] !== 'order_paid')
      await this.#payIntent(order, opened);
    order.acknowledged = 'paid';
  }

  async #payIntent(order: KnownOrder, opened: Answer): Promise<void> {
    assert.equal(
      opened.status,
      200,
      `a payment was answered ${opened.status} ${JSON.stringify(opened.body)}`,
    );
    const clientSecret = String(opened.body['clientSecret']);
    const transactionId = clientSecret.split('_secret_')[0];
    const card = new URLSearchParams({ client_secret: clientSecret, ...visa });
    const paid = await this.#send(
      order,
      'POST',
      `/sandbox/cards/payment_intents/${transactionId}/confirm`,
      card,
    );
    assert.ok(
      paid.status === 200 || isPaidAlready(paid),
      `the card was answered ${paid.status} ${JSON.stringify(paid.body)}`,
    );
    const orderId = order.orderIds.at(-1);
    const booked = await this.#send(order, 'PATCH', `/api/orders/${orderId}`, {
      orderId,
      transactionId,
    });
    assert.equal(
      booked.status,
      200,
      `a paid order was answered ${booked.status} ${JSON.stringify(booked.body)}`,
    );
  }

  #left({ shipped, refunded }: KnownOrder): number {
    return this.#buyers.quantity - shipped - refunded;
  }

  async #ship(order: KnownOrder): Promise<void> {
    const quantity = this.#buyers.quantity / portions;
    const path = `/api/orders/${order.orderIds.at(-1)}/shipments`;
    const { status, body } = await this.#send(order, 'POST', path, { quantity });
    assert.equal(status, 201, `a shipment was answered ${status} ${JSON.stringify(body)}`);
    order.shipped += quantity;
  }

  async #refund(order: KnownOrder): Promise<void> {
    const pieces = this.#buyers.quantity / portions;
    const path = `/api/order/${order.orderIds.at(-1)}/refund`;
    const wanted = { pieces, reason: 'Out of stock', restock: true };
    const { status, body } = await this.#send(order, 'POST', path, wanted);
    assert.equal(status, 200, `a refund was answered ${status} ${JSON.stringify(body)}`);
    order.refunded += pieces;
  }

  /** Whether a return goes on, or pieces that were shipped can still be sent back. */
  #mayReturn({ shipped, back }: KnownOrder): boolean {
    return back.next !== 'ask' || shipped > back.pieces;
  }

  #stepOf(order: KnownOrder): Step {
    if (this.#mayReturn(order) && (this.#left(order) === 0 || this.#random() < 0.6))
      return 'return';
    return this.#random() < 0.6 ? 'ship' : 'refund';
  }

  async #return(order: KnownOrder): Promise<void> {
    const { back, orderIds } = order;
    const pieces = this.#buyers.quantity / portions;
    const { path, body: wanted } = requestOf(back, orderIds.at(-1) ?? '', pieces);
    const { status, body } = await this.#send(order, 'POST', path, wanted);
    const expected = back.next === 'ask' ? 201 : 200;
    assert.equal(status, expected, `a return was answered ${status} ${JSON.stringify(body)}`);
    acknowledge(back, pieces, body['insertedId']);
  }

  async #cancel(order: KnownOrder): Promise<void> {
    for (const id of order.orderIds) {
      const { status, body } = await this.#send(order, 'DELETE', `/api/order?id=${id}`);
      assert.deepEqual(
        [status, body['deletedCount']],
        [200, 1],
        `a cancel was answered ${status} ${JSON.stringify(body)}`,
      );
    }
    order.acknowledged = 'cancelled';
  }

  #sendPlacing(order: KnownOrder): Promise<Answer> {
    const { partId, listPartIds, quantity } = this.#buyers;
    const delivery = { address: '12 Dock Road, Leeds', phone: '+44 20 7946 0111' };
    if (!order.isList)
      return this.#send(order, 'POST', '/api/orders', { ...delivery, productId: partId, quantity });
    const lines = listPartIds.map((productId) => ({ productId, quantity }));
    return this.#send(order, 'POST', '/api/batches', { ...delivery, lines });
  }

  async #send(order: KnownOrder, method: string, path: string, body?: object): Promise<Answer> {
    const since = performance.now();
    const isStep = ['ship', 'refund', 'return'].includes(order.under ?? '');
    const isAdmin = isStep && !(order.under === 'return' && order.back.next === 'ask');
    const key = isStep ? order.stepKey : order.key;
    const answer = await answerOf(`${this.address}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${isAdmin ? this.#buyers.adminToken : order.token}`,
        // Each customer has another network, because of the rate limits.
        'x-forwarded-for': `10.0.0.${this.#buyers.tokens.indexOf(order.token) + 1}`,
        ...(isStep || placings.has(path) ? { 'idempotency-key': key } : {}),
        ...(body === undefined || body instanceof URLSearchParams
          ? {}
          : { 'content-type': 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
    });
    if (answer === undefined) {
      this.counts.unanswered += 1;
      throw new NotNow();
    }
    this.counts.slowestMs = Math.max(this.counts.slowestMs, performance.now() - since);
    if (answer.status !== 503) return answer;
    this.counts.refused503 += 1;
    throw new NotNow();
  }
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** Undefined when the connection broke before the answer was complete; throws after a minute without an answer. */
async function answerOf(url: string, request: RequestInit): Promise<Answer | undefined> {
  try {
    const response = await fetch(url, request);
    // A proxy's way to say that its connection to the shop broke.
    if (response.status === 502) return undefined;
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const visa = {
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': '4242424242424242',
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '2034',
  'payment_method_data[card][cvc]': '123',
};

/** Whether the provider says that an earlier request has paid already. */
function isPaidAlready({ status, body }: Answer): boolean {
  const { error } = body as { error?: { code?: string; payment_intent?: { status?: string } } };
  return (
    status === 400 &&
    error?.code === 'payment_intent_unexpected_state' &&
    error.payment_intent?.status === 'succeeded'
  );
}
