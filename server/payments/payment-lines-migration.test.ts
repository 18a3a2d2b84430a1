import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { migrate, migrateUpTo } from '#server/db/migrate.ts';
import { openDatabase, type Database as OpenDatabase } from '#server/db/open.ts';
import { examineBooks } from '#server/doctor/examine.ts';
import type { Database } from '#server/shop.ts';
import { unaskedCards } from '#server/third-parties/cards/unasked-cards.ts';
import { postgresServer, temporaryFolder } from '#test/database.ts';
import { engines } from '#test/engines.ts';
import { offerOfOlderCopy, orderAtOlderCopy } from '#test/older-copy.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The last one before payments had lines. */
const before = '0062_low_parts';

const paid = "paid_at = now(), network_hash = null, transaction_id = 'pi_' || id";
/** What was done to an order by a version of that time, by its name; `pi` is its payment. */
const histories: Readonly<Record<string, readonly string[]>> = {
  'an open payment': [payment('open')],
  'a second attempt': [payment('canceled', 1, 'a'), payment('open', 2)],
  'a cancel under way': [
    payment('open'),
    "update orders set state = 'cancelling', cancelled_because = 'customer', cancelling_since = now() where id = '$id'",
  ],
  paid: [payment('kept'), `update orders set state = 'paid', ${paid} where id = '$id'`],
  'shipped and refunded in part': [
    payment('kept'),
    `update orders set state = 'shipped', shipped_at = now(), refunded_cents = 500, ${paid} where id = '$id'`,
    refund('provider', 500),
  ],
  'cancelled, and its late money is due': [payment('refund_due'), ...cancelled()],
  'cancelled, and its late money went back': [payment('refunded'), ...cancelled()],
  'paid twice': [
    payment('kept'),
    payment('refunded', 2, 'b'),
    `update orders set state = 'paid', ${paid} where id = '$id'`,
  ],
  disputed: [
    payment('kept'),
    `insert into disputes values ('du_' || '$id', '$id', 'pi_$id', 250000, 'open', '2026-01-01', now())`,
    `update orders set state = 'paid', disputed_since = '2026-01-01', ${paid} where id = '$id'`,
  ],
  'lost to a dispute': [
    payment('kept'),
    `insert into disputes values ('du_' || '$id', '$id', 'pi_$id', 250000, 'lost', '2026-01-01', now())`,
    `update orders set state = 'paid', refunded_cents = 250000, ${paid} where id = '$id'`,
    refund('dispute', 250_000),
  ],
};

function payment(state: string, attempt = 1, more = ''): string {
  return `insert into payments (intent_id, order_id, attempt, amount_cents, state, created_at, updated_at)
    values ('pi_$id${more}', '$id', ${attempt}, 250000, '${state}', now(), now())`;
}

function refund(source: string, cents: number): string {
  return `insert into refunds (id, order_id, intent_id, amount_cents, reason, restocked, state, source, provider_id, created_at, updated_at)
    values (gen_random_uuid(), '$id', 'pi_$id', ${cents}, 'x', false, 'done', '${source}', 're_' || '$id', now(), now())`;
}

function cancelled(): string[] {
  return [
    "update orders set state = 'cancelled', cancelled_at = now(), cancelled_because = 'customer' where id = '$id'",
    `insert into stock_ledger (id, part_id, delta, reason, order_id, actor, note, created_at)
      select gen_random_uuid(), part_id, quantity, 'cancel', id, user_id, '', now() from orders where id = '$id'`,
    "update parts set in_stock = in_stock + 200 where id = (select part_id from orders where id = '$id')",
  ];
}

/** Orders in every state; their ids by name. */
async function fill(db: Database): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [name, statements] of Object.entries(histories)) {
    const offer = await offerOfOlderCopy(db);
    await sql`insert into stock_ledger (id, part_id, delta, reason, actor, note, created_at)
      values (gen_random_uuid(), ${offer.partId}, 100000000, 'opening', ${offer.userId}, '', now())`.execute(
      db,
    );
    await orderAtOlderCopy(db, offer);
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('part_id', '=', offer.partId)
      .executeTakeFirstOrThrow();
    ids[name] = id;
    for (const statement of statements) await sql.raw(statement.replaceAll('$id', id)).execute(db);
  }
  // What these statements did not mail is not to be told.
  await db.deleteFrom('mail_outbox').execute();
  return ids;
}

async function broken(db: Database): Promise<string[]> {
  const findings = await examineBooks({
    db,
    cards: unaskedCards,
    clock: { now: () => new Date() },
    paymentMark: '',
    orderHoldHours: 72,
  });
  return findings
    .filter(({ check, rows }) => check.id.startsWith('I') && rows?.length !== 0)
    .map(({ check, rows }) => `${check.id} ${rows?.map(({ id }) => id).join()}`);
}

const linesOf = async (db: Database, id: string | undefined) => {
  const lines = db.selectFrom('payment_lines').select(['attempt', 'amount_cents', 'state']);
  const rows = await lines
    .where('order_id', '=', id ?? '')
    .orderBy('attempt')
    .execute();
  return rows.map(({ attempt, amount_cents, state }) => `${attempt} ${state} ${amount_cents}`);
};

describe.each(engines)('payments from before they had lines, %s', (engine) => {
  it('get one each, and those of copies that still run get theirs as they are written', async () => {
    const server = engine === 'server' ? await postgresServer() : undefined;
    const opened: OpenDatabase = await openDatabase({
      url: server?.url,
      dataDir: temporaryFolder('lines'),
    });
    const { db } = opened;
    await migrateUpTo(db, before);
    const ids = await fill(db);
    await migrate(db);
    expect(await broken(db)).toEqual([]);
    const lines = Object.keys(histories).map(async (name) => [name, await linesOf(db, ids[name])]);
    expect(Object.fromEntries(await Promise.all(lines))).toEqual({
      'an open payment': ['1 open 250000'],
      'a second attempt': ['1 canceled 250000', '2 open 250000'],
      'a cancel under way': ['1 open 250000'],
      paid: ['1 kept 250000'],
      'shipped and refunded in part': ['1 kept 250000'],
      'cancelled, and its late money is due': ['1 returned 250000'],
      'cancelled, and its late money went back': ['1 returned 250000'],
      'paid twice': ['1 kept 250000', '2 returned 250000'],
      disputed: ['1 kept 250000'],
      'lost to a dispute': ['1 kept 250000'],
    });

    const id = ids['an open payment'] ?? '';
    const write = (statement: string) => sql.raw(statement.replaceAll('$id', id)).execute(db);
    await write("update payments set state = 'canceled' where intent_id = 'pi_$id'");
    await write(payment('open', 2, 'c'));
    expect(await linesOf(db, id)).toEqual(['1 canceled 250000', '2 open 250000']);
    await write(
      `update orders set state = 'paid', paid_at = now(), transaction_id = 'pi_$idc' where id = '$id'`,
    );
    await write("update payments set state = 'kept' where intent_id = 'pi_$idc'");
    expect(await linesOf(db, id)).toEqual(['1 canceled 250000', '2 kept 250000']);
    expect(await broken(db)).toEqual([]);
    await opened.close();
    await server?.stop();
  });
});
