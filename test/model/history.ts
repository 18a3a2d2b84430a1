import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { hourMs } from '#contract/durations.ts';
import type { Answer, TestShop } from '#test/harness.ts';
import { compareOrder } from './compare-order.ts';
import { cancel, hear, settle, type ModelOrder } from './model.ts';
import { afterwards, refund, refundElsewhere } from './money-back.ts';
import { begin, openingStock, priceCents, type Setting, type Watched } from './setting.ts';
import { refundPieces, ship } from './shipping.ts';
import { cardNumbers, type Step } from './steps.ts';

const holdMs = 72 * hourMs;

/** Runs a history on the real shop and on the model, and compares the two after each step and at the end. */
export async function live(
  shop: TestShop,
  steps: readonly Step[],
  { controls, seen }: Watched,
): Promise<void> {
  const story = new Story(await begin(shop, { controls, seen }));
  for (const step of steps) await story.take(step);
  await story.end();
}

class Story {
  readonly #is: Setting;
  #places = 0;

  constructor(setting: Setting) {
    this.#is = setting;
  }

  async take(step: Step): Promise<void> {
    await this.#do(step);
    // Messages on their way arrive, or are lost, before anything else happens.
    await this.#is.shop.sandbox.sendEvents();
  }

  async #do(step: Step): Promise<void> {
    if (step.kind === 'place') return this.#place(step);
    if (step.kind === 'wait') return this.#wait(step.hours * hourMs);
    if (step.kind === 'provider') return void (this.#is.controls.provider = step.is);
    if (step.kind === 'repeat-events') return this.#repeatEvents();
    const { orders } = this.#is.model;
    const order = orders[step.order % Math.max(1, orders.length)];
    if (order === undefined) return;
    if (step.kind === 'pay') return this.#pay(order, step);
    if (step.kind === 'cancel') return this.#cancel(order, step.by);
    if (step.kind === 'race') return this.#race(order, step);
    if (step.kind === 'ship') return ship(this.#is, order, step);
    if (step.kind === 'refund-pieces') return refundPieces(this.#is, order, step);
    if (step.kind === 'dashboard') return refundElsewhere(this.#is, order, step);
    return refund(this.#is, order, step);
  }

  async end(): Promise<void> {
    this.#is.controls.provider = 'well';
    // Whatever a fault left is finished within two minutes, and what nobody told of is noticed within an hour.
    await this.#wait(hourMs);
    await this.#wait(0.02 * hourMs);
    await this.#wait(0.02 * hourMs);
    for (const order of this.#is.model.orders)
      await compareOrder(this.#is.shop, order, this.#is.admin);
    for (const [index, id] of this.#is.parts.entries()) {
      const { body } = await this.#is.shop.request('GET', `/api/parts/${id}`);
      expect(body.inStock, `stock of part ${index}`).toBe(this.#is.model.stock[index]);
      const kept = this.#is.model.orders
        .filter(({ part, phase }) => part === index && phase !== 'cancelled')
        .reduce((pieces, order) => pieces + order.quantity - order.restocked, 0);
      expect(body.inStock, `delivered, without what orders keep`).toBe(openingStock - kept);
    }
  }

  async #place({ buyer, part: partIndex, lots, twice }: Step & { kind: 'place' }): Promise<void> {
    const { shop, buyers, parts, model } = this.#is;
    const quantity = lots * 100;
    const stock = model.stock[partIndex] ?? 0;
    const fits =
      Number.isInteger(quantity) && quantity >= 100 && quantity % 100 === 0 && quantity <= stock;
    this.#places += 1;
    const send = () =>
      shop.request('POST', '/api/orders', {
        as: buyers[buyer]!,
        key: `form-${this.#places}`,
        body: { productId: parts[partIndex], quantity, address: 'A street', phone: '1' },
      });
    const answers = twice ? await Promise.all([send(), send()]) : [await send()];
    for (const answer of answers) expect(answer.status, 'placing').toBe(fits ? 201 : 422);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    if (!fits) return;
    model.stock[partIndex] = stock - quantity;
    model.orders.push({
      id: answers[0]!.body.insertedId,
      buyer,
      part: partIndex,
      quantity,
      totalCents: quantity * priceCents,
      placedAt: shop.clock.now().getTime(),
      phase: 'unpaid',
      hasUnheardMoney: false,
      hasOpenPayment: false,
      refundedCents: 0,
      isRestocked: false,
      shipped: 0,
      dropped: 0,
      restocked: 0,
      isOfPieces: true,
      backCents: 0,
      unheard: [],
      heardCents: 0,
      promisedCents: 0,
      due: [],
      lookedAt: 0,
    });
  }

  #open(order: ModelOrder): Promise<Answer> {
    return this.#is.shop.request('POST', '/api/create-payment-intent', {
      body: { price: order.totalCents / 100, orderId: order.id },
    });
  }

  async #pay(order: ModelOrder, { card, told }: Step & { kind: 'pay' }): Promise<void> {
    const { controls, shop } = this.#is;
    const opened = await this.#open(order);
    if (!this.#expectOpened(order, opened)) return;
    order.hasOpenPayment = true;
    const clientSecret: string = opened.body.clientSecret;
    controls.hearsEvents = told === 'webhook';
    const result = await shop.sandbox.sandbox.payWithCard(clientSecret, {
      number: cardNumbers[card],
    });
    await shop.sandbox.sendEvents();
    controls.hearsEvents = false;
    expect(result, 'the card').toBe(card === 'good' ? 'succeeded' : 'card_declined');
    if (card !== 'good') return;
    order.hasUnheardMoney = true;
    // The webhook asks the provider before it believes, so it needs it to be well.
    if (told === 'webhook' && controls.provider === 'well') settle(order, this.#now());
    if (told === 'patch') await this.#sayPaid(order, clientSecret);
  }

  /** Whether a payment could be opened, which the model foretells. */
  #expectOpened(order: ModelOrder, { status, body }: Answer): boolean {
    if (order.phase !== 'unpaid') {
      expect([status, body.error], 'opening').toEqual(
        order.phase === 'cancelled' ? [404, 'order_not_found'] : [409, 'order_paid'],
      );
      return false;
    }
    if (this.#is.controls.provider !== 'well') {
      expect(status, 'opening without a provider').toBe(503);
      return false;
    }
    if (order.hasUnheardMoney) {
      expect([status, body.error], 'opening what is paid').toEqual([409, 'order_paid']);
      settle(order, this.#now());
      return false;
    }
    expect(status, 'opening').toBe(200);
    return true;
  }

  async #sayPaid(order: ModelOrder, clientSecret: string): Promise<void> {
    const transactionId = clientSecret.split('_secret_')[0];
    const said = await this.#is.shop.request('PATCH', `/api/orders/${order.id}`, {
      body: { orderId: order.id, transactionId },
    });
    expect(said.status, 'saying so').toBe(this.#is.controls.provider === 'well' ? 200 : 503);
    if (said.status === 200) settle(order, this.#now());
  }

  async #cancel(order: ModelOrder, by: 'owner' | 'admin' | 'stranger'): Promise<void> {
    const { shop, buyers, admin, controls, model } = this.#is;
    const as =
      by === 'admin' ? admin : buyers[(order.buyer + (by === 'stranger' ? 1 : 0)) % buyers.length]!;
    const { status } = await shop.request('DELETE', `/api/order?id=${order.id}`, { as });
    if (by === 'stranger') return expect(status, 'cancelling as a stranger').toBe(404);
    if (order.phase === 'cancelled') return expect(status, 'cancelling again').toBe(200);
    if (order.phase !== 'unpaid') return expect(status, 'cancelling what is paid').toBe(409);
    if (order.hasOpenPayment && controls.provider !== 'well')
      return expect(status, 'cancelling without a provider').toBe(503);
    if (order.hasUnheardMoney) {
      expect(status, 'cancelling what is paid unheard').toBe(409);
      return settle(order, this.#now());
    }
    expect(status, 'cancelling').toBe(200);
    cancel(model, order);
  }

  /** A payment and a cancel at once: one of them wins, and both know who. */
  async #race(order: ModelOrder, { first, headStartMs }: Step & { kind: 'race' }): Promise<void> {
    const { shop, buyers, controls, seen, model } = this.#is;
    if (order.phase !== 'unpaid' || order.hasUnheardMoney || controls.provider !== 'well') return;
    const { clientSecret } = (await this.#open(order)).body;
    const pay = async () => {
      const result = await shop.sandbox.sandbox.payWithCard(clientSecret, {
        number: cardNumbers.good,
      });
      if (result !== 'succeeded') return undefined;
      return shop.request('PATCH', `/api/orders/${order.id}`, {
        body: { orderId: order.id, transactionId: clientSecret.split('_secret_')[0] },
      });
    };
    const end = () =>
      shop.request('DELETE', `/api/order?id=${order.id}`, { as: buyers[order.buyer]! });
    const [paid, ended] = await Promise.all([
      sleep(first === 'pay' ? 0 : headStartMs).then(pay),
      sleep(first === 'cancel' ? 0 : headStartMs).then(end),
    ]);
    const isPaid = paid?.status === 200;
    expect(ended.status, 'the cancel that met a payment').toBe(isPaid ? 409 : 200);
    seen[isPaid ? 'paid' : 'cancelled'] += 1;
    if (isPaid) settle(order, this.#now());
    else cancel(model, order);
  }

  #now(): Date {
    return this.#is.shop.clock.now();
  }

  async #wait(ms: number): Promise<void> {
    const { shop, controls, model } = this.#is;
    shop.clock.advance(ms);
    await shop.everyMinute();
    const isWell = controls.provider === 'well';
    for (const order of model.orders) afterwards(this.#is, order);
    for (const order of model.orders.filter((each) => each.phase === 'unpaid')) {
      if (order.hasUnheardMoney && isWell) settle(order, this.#now());
      const isOver = shop.clock.now().getTime() - order.placedAt >= holdMs;
      if (order.phase === 'unpaid' && isOver && (isWell || !order.hasOpenPayment))
        cancel(model, order);
    }
  }

  /** Every message of the provider once more, three at a time, newest first. */
  async #repeatEvents(): Promise<void> {
    const { shop, controls, model } = this.#is;
    controls.hearsEvents = true;
    await shop.repeatEvents(3);
    controls.hearsEvents = false;
    if (controls.provider !== 'well') return;
    for (const order of model.orders.filter((each) => each.hasUnheardMoney))
      settle(order, this.#now());
    for (const order of model.orders) hear(order);
  }
}
