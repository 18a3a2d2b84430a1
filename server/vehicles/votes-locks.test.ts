import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { lockOrder } from '#server/orders/shipment-store.ts';
import { buyersOf } from '#test/buyers.ts';
import { findPostgres } from '#test/database.ts';
import { databaseOn } from '#test/engines.ts';
import { startShop } from '#test/harness.ts';
import { partEditor } from '#test/part-editor.ts';

const fitment = { make: 'Volkswagen', model: 'Golf', yearFrom: 2010, yearTo: 2016 };

test.runIf(findPostgres() !== undefined)(
  'a review that waits for its order keeps nobody who has locked it from counting',
  async () => {
    const shop = await startShop({ database: await databaseOn('server') });
    const parts = await partEditor(shop, 'LOCK');
    const people = buyersOf(shop);
    const part = await parts.added({ inStock: 1000, fitments: [fitment] });
    const vote = { make: 'Volkswagen', model: 'Golf', year: 2015, engine: '' };
    const [one] = await people.say(part, 1, { ...vote, verdict: 'fits' });
    if (!one) throw new Error('Nobody.');
    const waiting = sql`select from pg_locks where not granted`;
    const { rewritten } = await shop.db.transaction().execute(async (tx) => {
      await lockOrder(tx, one.order);
      const rewriting = people.review(one, [{ ...vote, verdict: 'does not fit' }]);
      await expect
        .poll(async () => (await waiting.execute(tx)).rows.length, { timeout: 30_000 })
        .toBeGreaterThan(0);
      await sql`select from fit_counts where part_id = ${part} for update nowait`.execute(tx);
      return { rewritten: rewriting };
    });
    expect((await rewritten).status).toBe(200);
    expect((await parts.part(part)).claims).toMatchObject([{ yes: 0, no: 1 }]);
    await shop.close();
  },
);
