import { sandboxes } from '#server/start/third-party-config.ts';
import type { Database } from '#server/shop.ts';
import { freshDatabase } from './database.ts';
import {
  runningClock,
  startShop,
  type RunningClock,
  type ShopOptions,
  type TestShop,
} from './harness.ts';
import { listenAsStripe, standInKeys, type StripeStandIn } from './stripe-stand-in.ts';

/** A shop with an account at Stripe, which is a stand-in on this machine with its own database and clock. */
export interface HostedShop extends TestShop {
  readonly clock: RunningClock;
  readonly stripe: StripeStandIn;
  readonly stripeClock: RunningClock;
  /** The provider's database. */
  readonly memory: Database;
}

/** Starts both. Stripe's webhooks have no receiver until a test sets one: `stripe.sandbox.deliverTo`. */
export async function startHostedShop(options: ShopOptions = {}): Promise<HostedShop> {
  const [clock, stripeClock] = [runningClock(), runningClock()];
  const memory = await freshDatabase();
  const stripe = await listenAsStripe({ db: memory.db, clock: stripeClock });
  const cards = { ...standInKeys, standIn: stripe.address };
  const thirdParties = { ...sandboxes, ...options.thirdParties, cards };
  const shop = await startShop({ ...options, clock, thirdParties });
  const { close } = shop;
  return Object.assign(shop, {
    clock,
    stripe,
    stripeClock,
    memory: memory.db,
    async close() {
      await close();
      await stripe.close();
      await memory.close();
    },
  });
}
