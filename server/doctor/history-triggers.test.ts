import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { lookedAt } from '#test/doctor-report.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();

/** What the doctor's page says of the history now. */
async function said() {
  const admin = await shop.person('Grace', { role: 'admin' });
  const { checks } = await lookedAt(shop, admin);
  return checks
    .filter(({ _id }) => _id === 'history')
    .map(({ status, about, rows, note }) => ({ status, about, rows, note }))[0];
}

describe('the doctor', () => {
  it('names the tables whose triggers somebody took off, and says of an engine without triggers that it has none', async () => {
    expect(await said()).toEqual({ status: 'holds', about: 'table', rows: [], note: null });
    await sql`drop trigger keep_history on audit_log; alter table order_events disable trigger keep_history`.execute(
      shop.db,
    );
    expect(await said()).toEqual({
      status: 'broken',
      about: 'table',
      rows: ['audit_log', 'order_events'],
      note: null,
    });
    await sql`drop function keep_history cascade`.execute(shop.db);
    const note = expect.stringContaining('The migration 0012_append_only was left out');
    expect(await said()).toEqual({ status: 'unknown', about: 'table', rows: [], note });
  });
});
