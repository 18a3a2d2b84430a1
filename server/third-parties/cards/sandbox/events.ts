import { Stripe } from 'stripe';
import type { Clock } from '#server/clock.ts';
import type { SandboxDatabase } from './tables.ts';

/** Takes a signed message to the shop; rejects when the shop did not accept it. */
export type Deliver = (rawBody: string, signature: string) => Promise<void>;

/** Sends the sandbox's messages to the shop: signed, at least once, in the order they happened. */
export interface Messenger {
  /** Whether somebody listens; nothing is noted for nobody. */
  readonly listening: boolean;
  /** Signs a message as of now. */
  sign(body: string): string;
  /** Names the shop's webhook. */
  deliverTo(deliver: Deliver): void;
  /** Sends what is due; a call during a round makes it go round once more. Never rejects. */
  send(): Promise<void>;
}

const leaseMs = 30_000;
const mostAttempts = 20;

/** What a messenger is made of; it takes up no message any more once `ending` says that the shop closes. */
interface MessengerSetup {
  readonly db: SandboxDatabase;
  readonly clock: Clock;
  readonly secret: string;
  readonly ending?: AbortSignal | undefined;
}

/** The messenger of one sandbox. The secret signs as Stripe does: `t=…,v1=HMAC`. */
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
    // While customers pay there is always another one.
    while (ending?.aborted !== true) {
      const event = await claim(db, clock.now());
      if (event === undefined) return;
      // A message the shop refused stays leased and is tried again when the lease is over.
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
      // A database that is going away ends the round; the next one finds the same messages due.
      if (to !== undefined) round = round.then(() => sendDue(to)).catch(() => undefined);
      return round;
    },
  };
}

/** Takes the oldest due message for a while: two copies of the shop do not send it at once, a killed one frees it. */
function claim(db: SandboxDatabase, now: Date) {
  return db
    .updateTable('card_sandbox.events')
    .set((update) => ({
      attempts: update('attempts', '+', 1),
      next_try_at: new Date(now.getTime() + leaseMs),
    }))
    .where('id', '=', (query) =>
      query
        .selectFrom('card_sandbox.events')
        .select('id')
        .where('delivered_at', 'is', null)
        .where('next_try_at', '<=', now)
        .where('attempts', '<', mostAttempts)
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'body'])
    .executeTakeFirst();
}
