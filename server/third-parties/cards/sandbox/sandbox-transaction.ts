import type { Clock } from '#server/clock.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database } from '#server/shop.ts';
import type { Messenger } from './events.ts';
import type { WireCall } from './form.ts';
import type { CardSandboxTables } from './tables.ts';

/** The sandbox's database, and the sender of its webhooks. */
export interface ProviderSide {
  readonly db: Database;
  readonly clock: Clock;
  readonly messenger: Messenger;
}

/** Runs work of the provider in a transaction of its own; its webhooks are sent after the commit. */
export async function inSandboxTransaction<T>(
  { db, clock, messenger }: ProviderSide,
  work: (call: Omit<WireCall, 'form'>) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  let hasQueued = false;
  const done = await inTransaction(db, (open) => {
    const tx = open.withTables<CardSandboxTables>();
    const notify = async (event: { readonly id: string }) => {
      if (!messenger.listening) return;
      hasQueued = true;
      await tx
        .insertInto('card_sandbox.events')
        .values({
          id: event.id,
          body: JSON.stringify(event),
          created_at: now,
          next_try_at: now,
          delivered_at: null,
        })
        .execute();
    };
    return work({ tx, now, notify });
  });
  if (hasQueued) void messenger.send();
  return done;
}
