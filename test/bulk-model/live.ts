import { expect } from 'vitest';
import type { Answer, Person, TestShop } from '#test/harness.ts';
import { placeBatch } from '#test/place-batch.ts';
import { samplePart } from '#test/samples.ts';
import { act, actsOf, type Act, type ActOnOrder } from './acts.ts';
import { Books, type ModelOrder, type ModelPart, type Outcome } from './books.ts';
import type { ReturnStep } from './returns.ts';
import type { Step } from './steps.ts';

/** Whether the provider's messages arrive. */
export interface Controls {
  hearsEvents: boolean;
}

/** One with price breaks, one that is sold by fifty, and one of which a rest is soon left. */
export const modelParts: readonly Omit<ModelPart, 'stock'>[] = [
  {
    minimum: 100,
    step: 100,
    prices: [
      [400, 900],
      [300, 1000],
      [0, 1250],
    ],
    opening: 2000,
  },
  { minimum: 100, step: 50, prices: [[0, 333]], opening: 2000 },
  { minimum: 200, step: 100, prices: [[0, 777]], opening: 850 },
];

const card = '4242424242424242';

/** Runs a history on a shop and on the model, and compares each answer, and all books at the end. */
export async function live(
  shop: TestShop,
  steps: readonly Step[],
  controls: Controls,
): Promise<void> {
  const story = await Story.begin(shop, controls);
  for (const step of steps) for (const what of actsOf(story.books, step)) await story.take(what);
  await story.end();
}

class Story {
  readonly books = new Books(modelParts);
  readonly #shop: TestShop;
  readonly #controls: Controls;
  readonly #parts: readonly string[];
  readonly #buyers: readonly Person[];
  readonly #admin: Person;
  readonly #orders: string[] = [];
  /** The ids of each order's returns. */
  readonly #returns: string[][] = [];
  /** Of each payment, what its buyer's browser pays with. */
  readonly #secrets: string[] = [];
  #lists = 0;

  private constructor(
    shop: TestShop,
    controls: Controls,
    { parts, people: [admin, ...buyers] }: { parts: readonly string[]; people: readonly Person[] },
  ) {
    this.#shop = shop;
    this.#controls = controls;
    this.#parts = parts;
    this.#buyers = buyers;
    this.#admin = admin!;
  }

  static async begin(shop: TestShop, controls: Controls): Promise<Story> {
    controls.hearsEvents = false;
    shop.clock.advance(1000);
    // So old that the shop no longer asks the provider about payments of earlier histories.
    await shop.db
      .updateTable('payments')
      .set({ created_at: new Date(0) })
      .where('state', '=', 'kept')
      .execute();
    const parts = await Promise.all(modelParts.map((part) => partLike(shop, part)));
    const people: Person[] = [];
    for (const name of ['Admin', 'Ana', 'Ben'])
      people.push(
        await shop.person(name, {
          tokenHours: 100_000,
          ...(name === 'Admin' ? { role: 'admin' as const } : {}),
        }),
      );
    return new Story(shop, controls, { parts, people });
  }

  async take(what: Act): Promise<void> {
    // The shop goes first: the model takes over the ids of its orders.
    const answered = await this.#do(what);
    const expected = act(this.books, what, (line) => this.#orders[line] ?? '');
    expect({ what, outcome: answered }).toEqual({ what, outcome: expected });
    expect(this.books.faults()).toEqual([]);
    // Messages on their way are lost before anything else happens; of a card it is said next who tells.
    if (what.kind !== 'card') await this.#shop.sandbox.sendEvents();
  }

  async end(): Promise<void> {
    // Refunds that are due are made within two minutes.
    for (let minute = 0; minute < 3; minute += 1) await this.take({ kind: 'wait', ms: 61_000 });
    for (const [at, order] of this.books.orders.entries()) await this.#compareOrder(at, order);
    for (const [at, payment] of this.books.payments.entries()) {
      const intent = await this.#shop.cards.getIntent(this.#intent(at));
      const kept = intent?.status === 'succeeded' ? intent.amountCents - intent.refundedCents : 0;
      expect(kept, `kept of payment ${at}`).toBe(this.books.keptCents(payment));
    }
    for (const [at, id] of this.#parts.entries()) {
      const { body } = await this.#shop.request('GET', `/api/parts/${id}`);
      expect(body.inStock, `stock of part ${at}`).toBe(this.books.parts[at]?.stock);
    }
  }

  async #compareOrder(at: number, order: ModelOrder): Promise<void> {
    const path = `/api/orders/${order.id}/history`;
    const { body } = await this.#shop.request('GET', path, { as: this.#admin });
    expect(
      {
        cancelled: body.order.cancelled,
        paid: body.order.paid,
        status: body.order.status,
        transactionId: body.order.transactionId,
        refunded: Math.round(body.order.refundedTotal * 100),
        total: Math.round(body.order.total * 100),
        shipped: body.order.shippedQuantity,
        refundedPieces: body.order.refundedQuantity,
      },
      `order ${at}`,
    ).toEqual({
      cancelled: order.phase === 'cancelled',
      paid: order.keeps !== undefined,
      status: order.phase === 'shipped' ? 'shipped' : null,
      transactionId: order.keeps === undefined ? null : this.#intent(order.keeps),
      refunded: order.refundedCents,
      total: order.totalCents,
      shipped: order.shipped,
      refundedPieces: order.refundedPieces,
    });
  }

  #do(what: Act): Promise<Outcome> {
    if (what.kind === 'place') return this.#place(what);
    if (what.kind === 'open') return this.#open(what.orders);
    if (what.kind === 'late') return this.#late(what.orders);
    if (what.kind === 'card') return this.#card(what.payment);
    if (what.kind === 'tell') return this.#tell(what);
    if (what.kind === 'dashboard') return this.#dashboard(what);
    if (what.kind === 'wait') return this.#wait(what.ms);
    return this.#change(what);
  }

  async #place({ buyer, lines, twice }: Act & { kind: 'place' }): Promise<Outcome> {
    this.#lists += 1;
    const asked = lines.map(([part, quantity]) => ({
      productId: this.#parts[part],
      quantity,
      sellTheRest: true,
    }));
    const sent = { key: `list-${this.#lists}`, more: { lines: asked } };
    const send = () => placeBatch(this.#shop, this.#buyers[buyer]!, [], sent);
    const answers = twice ? await Promise.all([send(), send()]) : [await send()];
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const [{ status, body }] = answers as [Answer];
    if (status === 201) this.#orders.push(...body.orders.map(({ _id }: { _id: string }) => _id));
    return outcomeOf({ status, body });
  }

  async #open(orders: readonly number[]): Promise<Outcome> {
    const opened = await this.#shop.request('POST', '/api/create-payment-intent', {
      as: this.#buyerOf(orders),
      body: { price: this.#costOf(orders) / 100, orderIds: orders.map((at) => this.#orders[at]) },
    });
    const secret: unknown = opened.body.clientSecret;
    // One that was open for the same orders is found again.
    if (typeof secret === 'string' && !this.#secrets.includes(secret)) this.#secrets.push(secret);
    return outcomeOf(opened);
  }

  /** The provider has money for which a copy of the shop asked before its last writes were lost. */
  async #late(orders: readonly number[]): Promise<Outcome> {
    const intent = await this.#shop.cards.createIntent({
      orders: orders.map((at) => ({
        orderId: this.#orders[at]!,
        attempt: 90 + this.#secrets.length,
      })),
      amountCents: this.#costOf(orders),
      currency: 'usd',
      email: this.#buyerOf(orders).email,
      shop: this.#shop.paymentMark,
    });
    this.#secrets.push(intent.clientSecret);
    return this.#heard(async () => this.#card(this.#secrets.length - 1));
  }

  async #card(payment: number): Promise<Outcome> {
    const result = await this.#shop.sandbox.sandbox.payWithCard(this.#secrets[payment]!, {
      number: card,
    });
    return result === 'succeeded' ? 'done' : 'refused';
  }

  async #tell({ payment, told }: Act & { kind: 'tell' }): Promise<Outcome> {
    if (told === 'webhook') return this.#heard(() => Promise.resolve('done'));
    if (told === 'nobody') return 'done';
    const orderId = this.#orders[this.books.payments[payment]!.orders[0]!];
    return outcomeOf(
      await this.#shop.request('PATCH', `/api/orders/${orderId}`, {
        body: { orderId, transactionId: this.#intent(payment) },
      }),
    );
  }

  async #dashboard({ payment, cents }: Act & { kind: 'dashboard' }): Promise<Outcome> {
    return this.#heard(async () => {
      await this.#shop.sandbox.sandbox.dashboard.refund(this.#intent(payment), cents);
      return 'done';
    });
  }

  async #change(what: ActOnOrder): Promise<Outcome> {
    const id = this.#orders[what.order];
    const as = this.#admin;
    if (what.kind === 'cancel') {
      const buyer = this.#buyerOf([what.order]);
      return outcomeOf(await this.#shop.request('DELETE', `/api/order?id=${id}`, { as: buyer }));
    }
    if (what.kind === 'ship') {
      const body = { status: 'shipped' };
      return outcomeOf(await this.#shop.request('PATCH', `/api/order/${id}`, { as, body }));
    }
    if (what.kind === 'ship-pieces') {
      const body = { quantity: what.pieces };
      return outcomeOf(
        await this.#shop.request('POST', `/api/orders/${id}/shipments`, { as, body }),
      );
    }
    if (
      what.kind === 'ask-return' ||
      what.kind === 'withdraw-return' ||
      what.kind === 'step-return'
    )
      return this.#return(what);
    const much = what.kind === 'refund' ? { amount: what.cents / 100 } : { pieces: what.pieces };
    const body = { ...much, reason: 'model', restock: what.restock };
    return outcomeOf(await this.#shop.request('POST', `/api/order/${id}/refund`, { as, body }));
  }

  async #return(
    what: ActOnOrder & { kind: 'ask-return' | 'withdraw-return' | 'step-return' },
  ): Promise<Outcome> {
    const ids = (this.#returns[what.order] ??= []);
    const buyer = this.#buyerOf([what.order]);
    if (what.kind === 'withdraw-return')
      return outcomeOf(
        await this.#shop.request('DELETE', `/api/returns/${ids.at(-1)}`, { as: buyer }),
      );
    if (what.kind === 'step-return') {
      const path = `/api/admin/returns/${ids.at(-1)}`;
      const body = bodyOf(what.step);
      return outcomeOf(await this.#shop.request('POST', path, { as: this.#admin, body }));
    }
    const path = `/api/orders/${this.#orders[what.order]}/returns`;
    const body = { reason: 'damaged', quantity: what.pieces };
    const asked = await this.#shop.request('POST', path, { as: buyer, body });
    if (asked.status === 201) ids.push(asked.body.insertedId);
    return outcomeOf(asked);
  }

  async #wait(ms: number): Promise<Outcome> {
    this.#shop.clock.advance(ms);
    await this.#shop.everyMinute();
    return 'done';
  }

  /** Does something whose messages arrive. */
  async #heard(work: () => Promise<Outcome>): Promise<Outcome> {
    this.#controls.hearsEvents = true;
    const outcome = await work();
    await this.#shop.sandbox.sendEvents();
    this.#controls.hearsEvents = false;
    return outcome;
  }

  #buyerOf(orders: readonly number[]): Person {
    return this.#buyers[this.books.orders[orders[0]!]!.buyer]!;
  }

  #costOf(orders: readonly number[]): number {
    return orders.reduce((cents, at) => cents + (this.books.orders[at]?.totalCents ?? 0), 0);
  }

  #intent(payment: number): string {
    return this.#secrets[payment]?.split('_secret_')[0] ?? '';
  }
}

function bodyOf(step: ReturnStep): Record<string, unknown> {
  if (step.kind === 'receive') return { step: 'receive', quantity: step.pieces };
  if (step.kind === 'settle')
    return { step: 'settle', amount: step.cents / 100, restock: step.restock };
  return { step: step.kind, words: 'As agreed.' };
}

function outcomeOf({ status, body }: Pick<Answer, 'status' | 'body'>): Outcome {
  return status < 300 ? 'done' : (body.error ?? `status ${status}`);
}

async function partLike(
  shop: TestShop,
  { minimum, step, prices, opening }: Omit<ModelPart, 'stock'>,
): Promise<string> {
  const [, priceCents] = prices.at(-1)!;
  const id = await samplePart(shop.db, {
    inStock: opening,
    orderQuantity: minimum,
    priceCents,
    createdAt: shop.clock.now(),
  });
  const breaks = prices.slice(0, -1).map(([from, cents]) => ({ from, cents }));
  await shop.db
    .updateTable('parts')
    .set({ quantity_step: step, price_breaks: JSON.stringify(breaks.toReversed()) })
    .where('id', '=', id)
    .execute();
  return id;
}
