import { Stripe } from 'stripe';
import { after, type Clock } from '#server/clock.ts';
import type { SandboxDatabase } from './tables.ts';

/** Delivers a signed webhook to the shop; rejects when the shop did not accept it. */
export type Deliver = (rawBody: string, signature: string) => Promise<void>;

/** Sends webhooks to the shop: signed, at least once, in the order of the events. */
export interface Messenger {
  /** Whether there is a receiver; without one no event is queued. */
  readonly listening: boolean;
  /** The signature of a webhook sent now. */
  sign(body: string): string;
  /** Sets the receiver. */
  deliverTo(deliver: Deliver): void;
  /** Sends what is due; a call during a round adds another round. Never rejects. */
  send(): Promise<void>;
}

const leaseMs = 30_000;
const mostTries = 20;

/** Nothing more is sent once `ending` is aborted because the shop closes. */
interface MessengerSetup {
  readonly db: SandboxDatabase;
  readonly clock: Clock;
  readonly secret: string;
  readonly ending?: AbortSignal | undefined;
}

/** Signs as Stripe does: `t=…,v1=HMAC`. */
export function buildMessenger({ db, clock, secret, ending }: MessengerSetup): Messenger {
  const { webhooks } = new Stripe('sk_test_signs_only');
  let deliver: Deliver | undefined;
  let round = Promise.resolve();

  const sign = (body: string) =>
    webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(clock.now().getTime() / 1000),
    });

  const sendOne = async (to: Deliver, event: { id: string; body: string }) => {
    await to(event.body, sign(event.body));
    await db
      .updateTable('card_sandbox.events')
      .set({ delivered_at: clock.now() })
      .where('id', '=', event.id)
      .execute();
  };

  const sendDue = async (to: Deliver) => {
    // While customers pay, there is always another event.
    while (ending?.aborted !== true) {
      const event = await claim(db, clock.now());
      if (event === undefined) return;
      // One that the shop refused is retried when its lease is over.
      await sendOne(to, event).catch(() => undefined);
    }
  };

  return {
    sign,
    get listening() {
      return deliver !== undefined;
    },
    deliverTo: (to) => {
      deliver = to;
    },
    send: () => {
      const to = deliver;
      // An error of the database ends the round; the next round finds the same events due.
      if (to !== undefined) round = round.then(() => sendDue(to)).catch(() => undefined);
      return round;
    },
  };
}

/** Claims the oldest due event with a lease: no other process sends it meanwhile, and a killed one frees it. */
function claim(db: SandboxDatabase, now: Date) {
  return db
    .updateTable('card_sandbox.events')
    .set((update) => ({
      attempts: update('attempts', '+', 1),
      next_try_at: after(now, leaseMs),
    }))
    .where('id', '=', (query) =>
      query
        .selectFrom('card_sandbox.events')
        .select('id')
        .where('delivered_at', 'is', null)
        .where('next_try_at', '<=', now)
        .where('attempts', '<', mostTries)
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'body'])
    .executeTakeFirst();
}
