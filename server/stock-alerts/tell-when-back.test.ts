import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { forgetArchived, takeAlerts } from './store.ts';
import { tellWhenBack } from './tell-when-back.ts';

describe.each(engines)('customers who wait for a part, on the %s engine,', async (engine) => {
  const database = await databaseOn(engine);
  const shop = await startShop({ database });
  const { db } = shop;
  afterAll(() => shop.close());

  /** So many accounts that wait for a part, each since a second later. */
  async function waiting(partId: string, people: number): Promise<void> {
    const now = shop.clock.now();
    const first = now.getTime() - people * 1000;
    const users = Array.from({ length: people }, (_, nth) => ({
      id: newId(now),
      at: new Date(first + nth * 1000),
    }));
    await db
      .insertInto('users')
      .values(
        users.map(({ id }, nth) => ({
          id,
          issuer: 'test',
          subject: id,
          email: `${partId}.${String(nth).padStart(4, '0')}@example.com`,
          email_verified: true,
          name: 'Somebody',
          role: null,
          created_at: now,
          updated_at: now,
          replaced_at: null,
        })),
      )
      .execute();
    await db
      .insertInto('stock_alerts')
      .values(users.map(({ id, at }) => ({ user_id: id, part_id: partId, created_at: at })))
      .execute();
  }

  const waitFor = async (partId: string): Promise<number> =>
    (await db.selectFrom('stock_alerts').select('user_id').where('part_id', '=', partId).execute())
      .length;
  /** Who was written to about a part, by their numbers. */
  const told = async (partId: string): Promise<number[]> => {
    const rows = await db
      .selectFrom('mail_outbox')
      .select('recipient')
      .where('recipient', 'like', `${partId}.%`)
      .orderBy('recipient')
      .execute();
    return rows.map(({ recipient }) => Number(recipient.split('.')[1]?.slice(0, 4)));
  };
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, nth) => from + nth);

  it('are told in the order of their asking, 300 in a run, no part before all others', async () => {
    const [many, few] = [await samplePart(db), await samplePart(db)];
    await waiting(many, 420);
    await waiting(few, 3);
    await tellWhenBack(shop);
    expect([await told(many), await told(few)]).toEqual([numbers(0, 300), numbers(0, 3)]);
    expect([await waitFor(many), await waitFor(few)]).toEqual([120, 0]);
    await tellWhenBack(shop);
    expect(await told(many)).toEqual(numbers(0, 420));
    expect(await waitFor(many)).toBe(0);
  });

  it('are told once each by several copies', async () => {
    const part = await samplePart(db);
    await waiting(part, 450);
    await Promise.all(Array.from({ length: 3 }, () => tellWhenBack(shop)));
    while ((await waitFor(part)) > 0) await tellWhenBack(shop);
    expect(await told(part)).toEqual(numbers(0, 450));
  });

  it('are not taken while the part is out, or sold no more', async () => {
    const [out, archived] = [await samplePart(db, { inStock: 199 }), await samplePart(db)];
    await db
      .updateTable('parts')
      .set({ archived_at: shop.clock.now() })
      .where('id', '=', archived)
      .execute();
    for (const part of [out, archived]) {
      await waiting(part, 1);
      expect(await inTransaction(db, (tx) => takeAlerts(tx, part, 10))).toEqual([]);
      expect(await waitFor(part)).toBe(1);
    }
    await forgetArchived(db, out, 10);
    expect(await waitFor(out)).toBe(1);
  });

  it('wait for 20 parts at most, also when they ask at once', async () => {
    const ana = await shop.person('Ana Duarte');
    const parts = await Promise.all(
      Array.from({ length: 24 }, () => samplePart(db, { inStock: 0 })),
    );
    const ask = async (id: string) =>
      (await shop.request('POST', `/api/parts/${id}/back-in-stock`, { as: ana })).body.error;
    const refused = (await Promise.all(parts.map(ask))).filter(Boolean);
    expect(refused).toEqual(Array(4).fill('too_many_alerts'));
    const { body } = await shop.request('GET', '/api/my-alerts', { as: ana });
    expect(body).toHaveLength(20);
    const known: string = body[0].partId;
    expect(await ask(known)).toBeUndefined();
    await shop.request('DELETE', `/api/parts/${known}/back-in-stock`, { as: ana });
    const other = await samplePart(db, { inStock: 0 });
    expect([await ask(other), await ask(known)]).toEqual([undefined, 'too_many_alerts']);
  });

  it('wait on when writing the mails fails, and are then told once', async () => {
    const part = await samplePart(db);
    await waiting(part, 150);
    await sql`alter table mail_outbox add constraint no_more check (event_key not like 'back-in-stock:%') not valid`.execute(
      db,
    );
    await expect(tellWhenBack(shop)).rejects.toThrow('no_more');
    expect([await waitFor(part), await told(part)]).toEqual([150, []]);
    await sql`alter table mail_outbox drop constraint no_more`.execute(db);
    await tellWhenBack(shop);
    expect([await waitFor(part), await told(part)]).toEqual([0, numbers(0, 150)]);
  });

  // Only a server has another process to kill.
  if (engine !== 'server') return;

  it('wait on when a copy is killed between', async () => {
    const part = await samplePart(db);
    await waiting(part, 2);
    const { pool } = database;
    const holder = await pool.connect();
    await holder.query('begin; lock table mail_outbox in share mode');
    const killed = tellWhenBack(shop).then(
      () => 'done',
      () => 'killed',
    );
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and query like 'insert into mail_outbox%'`;
    await expect.poll(async () => (await pool.query(kill)).rowCount).toBe(1);
    expect(await killed).toBe('killed');
    expect(await waitFor(part)).toBe(2);
    await holder.query('commit');
    holder.release();
    await tellWhenBack(shop);
    expect([await waitFor(part), await told(part)]).toEqual([0, [0, 1]]);
  });
});
