import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** The account with thousands of orders; who asks as a customer is it. */
export const largeCustomer = { email: 'wholesale@example.com', orders: 3000 };

/**
 * Gives a shop of `makeLargeShop` what else is listed, in SQL: a customer with 3,000 orders, of which a tenth are in lists of ten, orders that wait, lists
 * of an order, returns, reviews, the history of admins' work, security events, and imports. The doctor does not pass them.
 */
export async function makeLongLists(db: Kysely<Tables>, orders: number): Promise<void> {
  const tenth = Math.floor(orders / 10);
  const statements = [
    ...customersOrders,
    ...waitingOrders(Math.min(5000, Math.floor(orders / 100))),
    ...ordersInLists(tenth),
    returns(Math.floor(orders / 50)),
    reviews(tenth),
    audit(orders),
    securityEvents(Math.floor(orders / 2)),
    ...searches,
    ...ownThings,
    sql`update users set blocked_at = now() where id in (select id from users where role is null order by id limit ${Math.floor(orders / 1000)})`,
    // Last, because a shop that has imports has everything.
    ...imports(Math.floor(orders / 10)),
  ];
  // On one connection, because of the temporary table.
  await db.connection().execute(async (one) => {
    for (const statement of statements) await statement.execute(one);
  });
}

type Statement = RawBuilder<unknown>;

/** What was thought of after shops had been kept, so that these get it, too; what is there stays. */
export async function makeLaterLists(db: Kysely<Tables>): Promise<void> {
  for (const statement of laterLists) await statement.execute(db);
}

const customer = sql`(select id from users where email = ${largeCustomer.email})`;

const customersOrders: readonly Statement[] = [
  sql`insert into users (id, issuer, subject, email, email_verified, name, created_at, updated_at)
    values (gen_random_uuid(), 'bench', 'wholesale', ${largeCustomer.email}, true, 'Wholesale Customer', now(), now())`,
  sql`update orders set user_id = ${customer}, email = ${largeCustomer.email}, name = 'Wholesale Customer'
    where id in (select id from orders where state = 'shipped' order by id limit ${largeCustomer.orders})`,
  sql`insert into batches (id, user_id, created_at, po_number)
    select ('00000000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, ${customer}, timestamptz '2026-06-01' + n * interval '1 day', 'PO-W' || n
      from generate_series(1, ${largeCustomer.orders / 100}::int) n`,
  sql`update orders set batch_id = ('00000000-0000-7000-9000-' || lpad((1 + place / 10)::text, 12, '0'))::uuid
    from (select id, row_number() over (order by id) - 1 as place from orders where user_id = ${customer} limit ${largeCustomer.orders / 10}) its
    where its.id = orders.id`,
];

/** Unpaid orders out of cancelled ones, and paid ones that are not shipped. */
const waitingOrders = (count: number): readonly Statement[] => [
  sql`update orders set state = 'unpaid', cancelled_at = null, cancelled_because = null
    where id in (select id from orders where state = 'cancelled' order by created_at desc limit ${count})`,
  sql`update orders set state = 'paid', shipped_at = null, shipped_quantity = 0
    where id in (select id from orders where state = 'shipped' and refunded_cents = 0 and email <> ${largeCustomer.email} order by created_at desc limit ${count})`,
];

/** Lists of one line each. */
const ordersInLists = (count: number): readonly Statement[] => [
  sql`create temporary table listed as
    select id, gen_random_uuid() as batch_id, row_number() over (order by id) as n from (select id from orders where batch_id is null and email <> ${largeCustomer.email} order by id desc limit ${count}) its`,
  sql`insert into batches (id, user_id, created_at, po_number)
    select l.batch_id, o.user_id, o.created_at, 'PO-' || l.n from listed l join orders o on o.id = l.id`,
  sql`update orders set batch_id = l.batch_id from listed l where l.id = orders.id`,
  sql`drop table listed`,
];

/** One of a hundred is open. */
const returns = (count: number): Statement => sql`
  insert into returns (id, order_id, number, reason, quantity, note, vehicle, state, asked_by, created_at, decided_at)
    select gen_random_uuid(), id, 1, 'damaged', 1, 'The box was open.', '', case n % 100 when 0 then 'asked' when 1 then 'withdrawn' else 'declined' end,
      user_id, created_at + interval '1 day', case when n % 100 > 1 then created_at + interval '2 days' end
    from (select *, row_number() over (order by id) as n from (select id, user_id, created_at from orders where state = 'shipped' order by created_at desc limit ${count}) its) its`;

const reviews = (count: number): Statement => sql`
  insert into reviews (id, order_id, part_id, user_id, part_name, name, rating, message, created_at, updated_at, hidden_at)
    select gen_random_uuid(), id, part_id, user_id, part_name, name, 1 + (random() * 4)::int, 'Came as described, packed well, and fits.', created_at, created_at,
      case when random() < 0.01 then created_at end
    from (select id, part_id, user_id, part_name, name, created_at from orders where state = 'shipped' order by id limit ${count}) its`;

const admin = sql`(select id::text from users where role = 'admin' order by id limit 1)`;

/** What admins did: mostly that an order was shipped; that settings were edited three times. */
const audit = (count: number): Statement => sql`
  insert into audit_log (id, created_at, actor, action, subject_type, subject_id, subject_name)
    select gen_random_uuid(), created_at, ${admin}, case n % 10 when 0 then 'stock adjusted' else 'order shipped' end,
      case n % 10 when 0 then 'part' else 'order' end, case n % 10 when 0 then part_id else id end::text, quantity || ' × ' || part_name
    from (select *, row_number() over (order by id) as n from orders limit ${count}) its
    union all select gen_random_uuid(), timestamptz '2020-01-01' + n * interval '1 day', ${admin}, 'shop settings edited', 'settings', 'orderHoldHours', 'How long orders are held'
      from generate_series(1, 3) n`;

const securityEvents = (count: number): Statement => sql`
  insert into security_events (id, created_at, last_at, kind, user_id, request_id, network_hash)
    select gen_random_uuid(), created_at, created_at, case when n % 1000 = 0 then 'password_changed' when n % 3 = 0 then 'registered' else 'sign_in_done' end,
      user_id, 'req-' || n, md5(n::text)
    from (select user_id, created_at, row_number() over (order by id) as n from orders order by id limit ${count}) its
    union all select gen_random_uuid(), timestamptz '2020-01-01', timestamptz '2020-01-01', 'forged_message', null, null, null`;

const searches: readonly Statement[] = [
  // In the shop's own time, which is that of its orders.
  sql`insert into empty_searches (day, text, searches) select its.last_day - d, 'word ' || (n * 7 + d) % 9000, 1 + n % 9
    from (select max(paid_at)::date as last_day from orders) its, generate_series(0, 89) d, generate_series(1, 2000) n on conflict do nothing`,
  sql`insert into synonyms (id, word, word_key, means, created_at) select gen_random_uuid(), 'word' || n, 'word' || n, 'brake pads', now() from generate_series(1, 200) n`,
];

/** The newest import has so many parts, and half as many rows that were refused. */
const imports = (rows: number): readonly Statement[] => [
  sql`insert into imports (id, created_at, actor, doer, name, state, finished_at, file, columns, settings, found, done, guards)
    select gen_random_uuid(), now() - n * interval '1 day', ${admin}, ${admin}, 'list-' || n || '.csv', 'applied', now() - n * interval '1 day',
      '{"format": "csv", "encoding": "utf-8", "encodingGuessed": false, "delimiter": ",", "sheet": null, "sheets": []}', '[]', '{}', its.counts, its.counts, '[]'
    from generate_series(1, 1000) n, (select '{"rows": 1, "added": 1, "changed": 0, "same": 0, "archived": 0, "refused": 0}'::jsonb as counts) its`,
  sql`insert into import_parts (import_id, row, rows, part_id, part_number, name, facts, result)
    select i.id, n, 1, null, 'IN-' || n, 'Imported part ' || n, '{}', case n % 3 when 0 then 'add' else 'same' end
    from generate_series(1, ${rows}::int) n, (select id from imports order by created_at desc limit 1) i`,
  sql`insert into import_faults (import_id, row, position, column_name, value, reason, step)
    select i.id, n, 1, 'Price', 'x', 'Must be a price.', 'check'
    from generate_series(1, ${Math.floor(rows / 2)}::int) n, (select id from imports order by created_at desc limit 1) i`,
];

const savedLines = sql`(select jsonb_build_object('number', coalesce(part_number, name), 'productId', id, 'quantity', 200,
    'meant', jsonb_build_object('productId', id, 'productName', name, 'price', price_cents / 100.0)) as line
  from parts where archived_at is null order by id limit 500) saved`;

/** What the customer keeps. */
const ownThings: readonly Statement[] = [
  sql`insert into stock_alerts (user_id, part_id, created_at) select ${customer}, id, now() from (select id from parts order by id limit 100) its`,
  sql`insert into saved_lists (user_id, id, name, name_key, lines, updated_at)
    select ${customer}, gen_random_uuid(), 'List ' || n, 'list ' || n, its.lines, now() from generate_series(1, 50) n,
      (select jsonb_agg(line) as lines from ${savedLines}) its`,
  sql`insert into addresses (user_id, id, name, name_key, address, phone, is_default, updated_at)
    select ${customer}, gen_random_uuid(), 'Depot ' || n, 'depot ' || n, n || ' Dock Road', '+44 20 7946 0111', n = 1, now() from generate_series(1, 50) n`,
];

/** Vehicles that are no part's are added, so that the lists of parts stay as they are. */
const laterLists: readonly Statement[] = [
  // What the doctor's page shows: a run that has ended, and found what it names twenty orders for.
  sql`insert into doctor_runs (id, asked_at, tries, steps, steps_done, ended_at, checks)
    select gen_random_uuid(), now() - interval '10 minutes', 1, 40, 40, now(), jsonb_agg(jsonb_build_object(
          '_id', 'I' || n, 'sentence', 'What belongs together agrees, of all orders, payments and parts.',
          'status', case when n % 8 = 0 then 'broken' else 'holds' end, 'about', 'order',
          'rows', case when n % 8 = 0 then its.ids else '[]'::jsonb end, 'more', n % 8 = 0, 'repairable', false, 'note', null))
      from generate_series(1, 40) n, (select jsonb_agg(id) as ids from (select id from orders limit 20) named) its
      where not exists (select from doctor_runs) having count(*) > 0`,
  sql`insert into garage_vehicles (user_id, id, make, model, year, engine, name, vehicle_key)
    select ${customer}, gen_random_uuid(), 'Make' || n % 30, 'Model' || n % 30 || '-' || n % 40, 2005 + n % 9, '2.0 L4 diesel', 'Van ' || n, 'bench ' || n
      from generate_series(1, 50) n where not exists (select from garage_vehicles)`,
  sql`insert into vehicles (id, make, model, year_from, year_to, engines, created_at)
    select gen_random_uuid(), 'Rare' || n % 20, 'Wagon ' || n, 2000, 2010 + n % 9, '{1.6 L4 petrol}', now() - n * interval '1 hour'
      from generate_series(1, 200) n where not exists (select from vehicles)`,
  sql`insert into vehicle_names (id, make, model, means_make, means_model, created_at)
    select gen_random_uuid(), 'Rare' || n % 20, 'Estate ' || n, 'Rare' || n % 20, 'Wagon ' || n, now() - n * interval '1 hour'
      from generate_series(1, 200) n where not exists (select from vehicle_names)`,
  sql`insert into fitment_faults (part_id, kind, details)
    select id, (array['no vehicle', 'no position', 'overlap', 'duplicate'])[(1 + n % 4)::int], case when n % 4 = 0 then '' else 'Make1 Model1-1' end
      from (select id, row_number() over () as n from parts where archived_at is null limit 20000) its where not exists (select from fitment_faults)`,
  // The lines were without numbers and what they meant, which no list may be.
  sql`update saved_lists set lines = (select jsonb_agg(line) from ${savedLines}) where user_id = ${customer} and lines -> 0 -> 'meant' is null`,
  sql`update orders set disputed_since = created_at + interval '3 days'
    where id in (select id from orders where state = 'shipped' and email <> ${largeCustomer.email} order by created_at desc limit 200)
      and not exists (select from orders where disputed_since is not null)`,
  sql`update refunds set state = 'failed'
    where id in (select id from refunds where state = 'done' and source = 'admin' order by created_at desc limit 200)
      and not exists (select from refunds where state = 'failed')`,
];
