import type { Clock } from '#server/clock.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database } from '#server/shop.ts';
import type { Messenger } from './events.ts';
import type { WireCall } from './form.ts';
import type { CardSandboxTables } from './tables.ts';

/** Where the provider keeps its books, and how it tells of what happens. */
export interface ProviderSide {
  readonly db: Database;
  readonly clock: Clock;
  readonly messenger: Messenger;
}

/** Work of the provider in one transaction of its own; its messages leave after the commit. */
export async function inSandboxTransaction<T>(
  { db, clock, messenger }: ProviderSide,
  work: (call: Omit<WireCall, 'form'>) => Promise<T>,
): Promise<T> {
  const now = clock.now();
  let noted = false;
  const done = await inTransaction(db, (open) => {
    const tx = open.withTables<CardSandboxTables>();
    const notify = async (event: { readonly id: string }) => {
      if (!messenger.listening) return;
      noted = true;
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
  if (noted) void messenger.send();
  return done;
}
