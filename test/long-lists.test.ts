import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { mostListed } from '#contract/counted.ts';
import { samplePart } from './samples.ts';
import { useShop } from './use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
/** Of each kind: more than are counted. */
const many = 12_000;

const idOf = (kind: number) =>
  sql`('00000000-0000-7000-800${sql.lit(kind)}-' || lpad(n::text, 12, '0'))::uuid`;
const madeAt = sql`timestamptz '2026-01-01' + n * interval '1 minute'`;

beforeAll(async () => {
  const part = await samplePart(shop.db, { name: 'Brake disc' });
  await sql`
    insert into users (id, issuer, subject, email, email_verified, name, created_at, updated_at)
      select ${idOf(1)}, 'test', n::text, n || '@example.com', true, 'Buyer ' || n, ${madeAt}, now() from generate_series(1, ${many}::int) n`.execute(
    shop.db,
  );
  await sql`insert into batches (id, user_id, created_at) select ${idOf(2)}, ${idOf(1)}, ${madeAt} from generate_series(1, ${many}::int) n`.execute(
    shop.db,
  );
  await sql`
    insert into orders (id, user_id, part_id, part_name, image, unit_price_cents, quantity, total_cents, name, email, address, phone, state, created_at,
        paid_at, transaction_id, shipped_at, refunded_cents, batch_id)
      select ${idOf(3)}, ${idOf(1)}, ${part}, 'Brake disc', '/pictures/brake-disc.webp', 100, 2, 200, 'Buyer ' || n, n || '@example.com', '', '', 'shipped', ${madeAt},
        ${madeAt}, 'pi_' || n, ${madeAt}, case when n % 1000 = 0 then 200 else 0 end, ${idOf(2)}
      from generate_series(1, ${many}::int) n`.execute(shop.db);
  // The newest wait to be sent, and are the cheapest of all.
  await sql`update orders set state = 'paid', shipped_at = null, refunded_cents = 0, unit_price_cents = 50, total_cents = 100 where created_at > timestamptz '2026-01-01' + interval '11950 minutes'`.execute(
    shop.db,
  );
  await sql`update batches set po_number = 'Zwick-1' where id = '00000000-0000-7000-8002-000000000001'`.execute(
    shop.db,
  );
  await sql`
    insert into audit_log (id, created_at, actor, action, subject_type, subject_id, subject_name)
      select ${idOf(4)}, ${madeAt}, ${admin.userId}, 'order shipped', case when n < 3 then 'part' else 'order' end, n::text, case n when 1 then 'Zwick gasket' else '2 × Brake disc' end
      from generate_series(1, ${many}::int) n`.execute(shop.db);
  await sql`
    insert into security_events (id, created_at, last_at, kind, user_id)
      select ${idOf(5)}, ${madeAt}, ${madeAt}, case when n < 3 then 'password_changed' else 'sign_in_done' end, ${idOf(1)} from generate_series(1, ${many}::int) n`.execute(
    shop.db,
  );
  await sql`
    insert into parts (id, name, brand, part_number, part_number_key, description, image, price_cents, order_quantity, in_stock, created_at, updated_at, search_as_of, archived_at)
      select ${idOf(6)}, 'Part ' || n, null, 'BN-' || n, 'BN' || n, '', '/pictures/brake-disc.webp', 100, case when n > 11950 then 1000 else 1 end, 500 - n % 3, ${madeAt}, now(), now(),
        case when n % 1000 = 0 then now() end
      from generate_series(1, ${many}::int) n`.execute(shop.db);
  await sql`vacuum analyze`.execute(shop.db);
}, 120_000);

const get = async (address: string) => (await shop.request('GET', address, { as: admin })).body;

it.each(['orders', 'users', 'batches'])(
  'an admin is told that there are more %s than are counted',
  async (rows) => {
    expect(await get(`/api/admin/${rows}/count`)).toMatchObject({ count: mostListed, more: true });
  },
);

it('orders that are not all counted have no sum', async () => {
  expect(await get('/api/admin/orders/count')).toEqual({
    count: mostListed,
    more: true,
    total: null,
  });
  const few = await get('/api/admin/orders/count?state=refunded');
  expect(few).toEqual({ count: 11, more: false, total: 22 });
});

/** The whole of a list, page by page, and how long its pages were. */
async function pagesOf(address: string) {
  const rows: { _id: string }[] = [];
  const lengths: number[] = [];
  let next: string | undefined = address;
  while (next !== undefined) {
    const { status, body, headers } = await shop.request('GET', next, { as: admin });
    expect(status).toBe(200);
    rows.push(...body);
    lengths.push(body.length);
    next = /<([^>]*)>/.exec(String(headers['link'] ?? ''))?.[1];
  }
  return { rows, lengths };
}

it('an entry of long ago is found in the audit log, on a page behind one that looked through thousands of newer ones', async () => {
  const { rows, lengths } = await pagesOf('/api/admin/audit?q=zwick');
  expect(rows).toMatchObject([{ subjectName: 'Zwick gasket' }]);
  expect(lengths).toEqual([0, 0, 1]);
  expect(await get('/api/admin/audit.csv?q=zwick')).toContain('Zwick gasket');
  const both = await pagesOf('/api/admin/audit?q=order+shipped&limit=900');
  expect(new Set(both.rows.map(({ _id }) => _id)).size).toBe(many);
});

it('security events of somebody of long ago are found the same way', async () => {
  const { rows, lengths } = await pagesOf('/api/admin/security-events?q=buyer+1');
  expect(lengths.slice(0, -1).every((length) => length < 1001)).toBe(true);
  expect(rows.at(-1)).toMatchObject({ person: '1@example.com', kind: 'password_changed' });
});

it.each(['zwick', '00000000-0000-7000-8002-000000000001', 'Buyer 1', '1@example.com'])(
  'a list of long ago is found by the beginning of what it is known by: %s',
  async (q) => {
    const { rows } = await pagesOf(`/api/admin/batches?q=${q}`);
    expect(rows.map(({ _id }) => _id)).toContain('00000000-0000-7000-8002-000000000001');
  },
);

it('all parts stand by their age from either end, deleted ones among them', async () => {
  const ids = async (sort: string) =>
    (await pagesOf(`/api/admin/parts?show=all&limit=700&sort=${sort}`)).rows.map(({ _id }) => _id);
  const oldest = await ids('oldest');
  expect(oldest).toEqual((await ids('newest')).toReversed());
  expect(new Set(oldest).size).toBe(many + 1);
});

/** Rows that all statements together have read so far. */
async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(shop.db);
  await sql`select pg_stat_clear_snapshot()`.execute(shop.db);
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + idx_tup_fetch)::int as read from pg_stat_user_tables
      where relname in ('orders', 'users', 'batches', 'audit_log', 'security_events', 'parts')`.execute(
    shop.db,
  );
  return rows[0]?.read ?? 0;
}

/** What a request reads of them at most, whatever the shop has of them. */
const most = [
  ['/api/order?limit=25&customer=7@example.com', 50],
  ['/api/order?limit=25&state=pending&sort=-total', 300],
  ['/api/order?limit=25&state=refunded&sort=-total', 200],
  ['/api/users?limit=25&q=buyer', 9000],
  ['/api/admin/batches?limit=25&q=nobody', 11_000],
  ['/api/admin/audit?limit=25&subject=part', 50],
  ['/api/admin/audit?limit=25&subject=import', 50],
  ['/api/admin/security-events?limit=25&kind=password_changed', 50],
  ['/api/admin/parts?limit=25&show=all&sort=oldest', 100],
  ['/api/admin/parts?limit=25&show=low&sort=-stock', 200],
  ['/api/admin/parts?limit=25&show=archived&sort=stock', 200],
] as const;

it.each(most)('%s reads no more rows than %i', async (address, rows) => {
  // The embedded engine plans a statement for any values when it has been asked five times.
  for (let times = 0; times < 7; times += 1) await get(address);
  const before = await rowsRead();
  await get(address);
  expect((await rowsRead()) - before).toBeLessThanOrEqual(rows);
});
