import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { homeOf } from '#server/db/database-home.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { clearMoved } from '#server/db/shop-facts.ts';
import { recordDatabaseUse } from '#server/start/database-use.ts';
import { postgresServer } from '#test/database.ts';
import { startShop } from '#test/harness.ts';
import { setOrderState } from '#test/payment-shop.ts';
import { samplePart } from '#test/samples.ts';
import { settle } from './settle.ts';

vi.setConfig({ testTimeout: 120_000 });

const server = await postgresServer();
afterAll(() => server?.stop());

test.runIf(server)(
  'a shop that runs on while a standby takes over gives nothing back by itself until an operator says so',
  async () => {
    const database = await openDatabase({ url: await server!.createDatabase(), dataDir: '' });
    await migrate(database.db);
    const shop = await startShop({ database });
    const { db, clock } = shop;
    const place = { paymentMark: shop.paymentMark, now: clock.now() };
    const home = await homeOf(database, '');
    await recordDatabaseUse(db, { mode: 'demo', cardAccount: 'sandbox' }, { ...place, home });
    const ada = await shop.person('Ada');
    const disc = await samplePart(db, { inStock: 10_000 });
    /** Pays an order that was cancelled meanwhile. */
    async function payTooLate(): Promise<string> {
      const orderId = await shop.order(ada, disc, 200);
      const { clientSecret } = (
        await shop.request('POST', '/api/create-payment-intent', {
          as: ada,
          body: { price: 2500, orderId },
        })
      ).body;
      await setOrderState(db, orderId, 'cancelled');
      await shop.sandbox.sandbox.payWithCard(clientSecret, { number: '4242424242424242' });
      return String(clientSecret).split('_secret_')[0] ?? '';
    }
    const [first, second] = [await payTooLate(), await payTooLate()];
    expect(await settle(shop, first)).toBe('refunded');

    const { rows } = await sql<{ folder: string }>`
      select current_setting('data_directory') as folder`.execute(db);
    server!.signal('SIGKILL');
    writeFileSync(path.join(rows[0]?.folder ?? '', 'standby.signal'), '');
    await server!.restart();
    await sql`select pg_promote()`.execute(db);

    expect(await settle(shop, second)).toBe('refund_due');
    expect(await settle(shop, second)).toBe('refund_due');
    expect(await clearMoved(db)).toBe(true);
    expect(await settle(shop, second)).toBe('refunded');
    await shop.close();
  },
);
