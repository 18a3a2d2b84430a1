import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { minuteMs } from '#contract/durations.ts';
import { doctorCommand } from '#server/doctor-command.ts';
import { freshDataDir, temporaryFolder } from '#test/database.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import type { Database } from '#server/shop.ts';
import { openDatabase } from '#server/db/open.ts';
import { mostTries } from '#server/mails/outbox.ts';

// Each run of the command opens the database anew, which takes its time on a machine whose cores are taken.
vi.setConfig({ testTimeout: 60_000 });

/** A shop on a data folder, which the command can open when the shop is stopped; its times are those of the machine. */
interface StoppedShop {
  readonly dataDir: string;
  readonly open: () => Promise<{ shop: TestShop; customer: Person; part: string }>;
}

async function stoppedShop(): Promise<StoppedShop> {
  const dataDir = await freshDataDir();
  return {
    dataDir,
    async open() {
      const through = (fetch: typeof globalThis.fetch): typeof globalThis.fetch => {
        return async (input, init) =>
          isLineCut ? Promise.reject(new TypeError('fetch failed')) : fetch(input, init);
      };
      const shop = await startShop({
        database: await openDatabase({ dataDir, relaxedSync: true }),
        through,
      });
      shop.clock.advance(Date.now() - shop.clock.now().getTime() - 60 * minuteMs);
      return {
        shop,
        customer: await shop.person('Ada'),
        part: await samplePart(shop.db, { inStock: 10_000 }),
      };
    },
  };
}

/** While it is, no question of an open shop reaches the card provider. */
let isLineCut = false;
let stopped: StoppedShop;
const said: string[] = [];
const doctor = (...args: string[]) => {
  said.length = 0;
  return doctorCommand(args, { DATA_DIR: stopped.dataDir, PORT: '0' }, (line) => said.push(line));
};
const brokenChecks = () =>
  said.filter((line) => line.startsWith('BROKEN')).map((line) => line.split(/\s+/)[1]);

function audited(db: Database) {
  return db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'subject_id'])
    .where('actor', '=', 'command line')
    .orderBy('id')
    .execute();
}

beforeEach(async () => {
  stopped = await stoppedShop();
});

describe('npm run doctor', () => {
  it('exits 1, names what is broken and changes nothing; with --repair it mends what is safe and writes it down', async () => {
    const { shop, customer, part } = await stopped.open();
    const [cutOff, expired] = [
      await shop.order(customer, part, 200),
      await shop.order(customer, part, 300),
    ];
    const long = new Date(Date.now() - 30 * minuteMs);
    await shop.db
      .updateTable('orders')
      .set({ state: 'cancelling', cancelled_because: 'customer', cancelling_since: long })
      .where('id', '=', cutOff)
      .execute();
    await shop.db
      .updateTable('orders')
      .set({ held_until: new Date(Date.now() - 8 * 60 * minuteMs) })
      .where('id', '=', expired)
      .execute();
    await shop.db.updateTable('parts').set({ in_stock: 7 }).where('id', '=', part).execute();
    await shop.close();

    expect(await doctor()).toBe(1);
    expect(brokenChecks()).toEqual(['I2', 'stuck-cancels', 'stuck-holds']);
    expect(said).toContain(`           part ${part}`);
    expect(said.at(-1)).toContain('npm run doctor -- --repair');

    expect(await doctor('--repair')).toBe(0);
    // The first look had changed nothing.
    expect(brokenChecks()).toEqual(['I2', 'stuck-cancels', 'stuck-holds']);
    expect(said.at(-1)).toBe('All 30 checks hold.');
    const { db, close } = await openDatabase({ dataDir: stopped.dataDir, relaxedSync: true });
    const { in_stock } = await db
      .selectFrom('parts')
      .select('in_stock')
      .where('id', '=', part)
      .executeTakeFirstOrThrow();
    const deeds = await audited(db);
    await close();
    expect(deeds).toEqual([
      { actor: 'command line', action: 'stock repaired', subject_id: part },
      { actor: 'command line', action: 'cancel finished', subject_id: cutOff },
      { actor: 'command line', action: 'cancel finished', subject_id: expired },
    ]);
    expect(in_stock).toBe(10_000);
  });

  it('books money that arrived while the shop was down, makes refunds that are due, and queues mails again that were given up', async () => {
    const { shop, customer, part } = await stopped.open();
    const admin = await shop.person('Grace', { role: 'admin' });
    const [paidUnheard, refunded] = [
      await shop.order(customer, part, 200),
      await shop.order(customer, part, 200),
    ];
    const opened = await shop.request('POST', '/api/create-payment-intent', {
      as: customer,
      body: { price: 2500, orderId: paidUnheard },
    });
    await shop.pay(customer, refunded);
    isLineCut = true;
    await shop.request('POST', `/api/order/${refunded}/refund`, {
      as: admin,
      body: { amount: 100, reason: 'Late', restock: false },
    });
    isLineCut = false;
    shop.sandbox.deliverTo(() => Promise.reject(new Error('The shop was down.')));
    const disputed = await shop.order(customer, part, 200);
    await shop.sandbox.sandbox.dashboard.dispute(await shop.pay(customer, disputed));
    await shop.sandbox.sandbox.payWithCard(opened.body.clientSecret, {
      number: '4242424242424242',
      email: customer.email,
    });
    const now = shop.clock.now();
    const mail = {
      recipient: 'ada@example.com',
      subject: 'Paid',
      body_text: 'Paid.',
      created_at: now,
      run_at: now,
      attempts: mostTries,
    };
    await shop.db
      .insertInto('mail_outbox')
      .values([
        { id: '00000000-0000-4000-8000-000000000001', event_key: 'paid', ...mail },
        { id: '00000000-0000-4000-8000-000000000002', event_key: 'code:reset', ...mail },
      ])
      .execute();
    await shop.close();

    expect(await doctor('--repair')).toBe(0);
    expect(brokenChecks()).toEqual(['stuck-refunds', 'stuck-mails', 'I8-cards', 'stuck-payments']);
    const again = await startShop({
      database: await openDatabase({ dataDir: stopped.dataDir, relaxedSync: true }),
    });
    expect(await audited(again.db)).toEqual([
      { actor: 'command line', action: 'refund made', subject_id: refunded },
      {
        actor: 'command line',
        action: 'mail queued again',
        subject_id: '00000000-0000-4000-8000-000000000001',
      },
      { actor: 'command line', action: 'money booked', subject_id: disputed },
      { actor: 'command line', action: 'payment booked', subject_id: paidUnheard },
    ]);
    again.clock.advance(Date.now() - again.clock.now().getTime());
    const { body } = await again.request('GET', `/api/orders/${paidUnheard}`);
    expect(body.paid).toBe(true);
    await expectInvariants(again);
    await again.close();
  });

  it('leaves alone what only a person can decide', async () => {
    const { shop, customer, part } = await stopped.open();
    const orderId = await shop.order(customer, part, 200);
    await sql`alter table stock_ledger disable trigger keep_history`.execute(shop.db);
    await shop.db
      .updateTable('stock_ledger')
      .set({ delta: -100 })
      .where('order_id', '=', orderId)
      .execute();
    await shop.close();
    expect(await doctor('--repair')).toBe(1);
    // Looked at once: nothing was mended, so there was nothing to look at again.
    expect(brokenChecks()).toEqual(['I2', 'I2-orders', 'history']);
  });

  it('says in one sentence that the shop has to be stopped first, or that there is no shop; of a healthy one it exits 0', async () => {
    const { shop, customer, part } = await stopped.open();
    await shop.pay(customer, await shop.order(customer, part, 200));
    const newcomer = await shop.person('New Comer', { emailVerified: false });
    await shop.order(newcomer, part, 300);
    await expect(doctor()).rejects.toThrow('stop the other one first');
    await shop.close();
    expect(await doctor()).toBe(0);
    expect(said[0]).toContain(
      'Accounts that never paid anything hold pieces: 300, by unpaid orders: 1, accounts: 1.',
    );
    expect(said.at(-1)).toBe('All 30 checks hold.');
    const empty = temporaryFolder('empty');
    await expect(
      doctorCommand([], { DATA_DIR: empty, PORT: '0' }, () => undefined),
    ).rejects.toThrow(`There is no database in ${empty}.`);
  });
});
