import { sql, type RawBuilder } from 'kysely';
import { containsText } from '#server/db/contains-text.ts';
import { firstThatBegin } from '#server/db/text-begins.ts';
import { idBegins } from './id-beginning.ts';

/** Rows that each way to look looks at, at most, so that the list is answered as fast with a million orders as with a thousand. */
const most = { lookedThrough: 5000, byBeginning: 1000, accounts: 100 };

const product = sql`lower(part_name)`;
const customer = sql`lower(coalesce(nullif(name, ''), email))`;
const texts = ['part_name', 'name', 'email', 'id', 'transaction_id'].map((name) => sql.ref(name));

/**
 * Whether an order is among those that an admin means by a text: it stands anywhere in one of the newest thousands of orders, or lists; or an order
 * however old has a product, a customer, an account's address, a transaction, a number or a list's number that begins with it.
 */
export function isFound(q: string): RawBuilder<boolean> {
  const begins = idBegins(q);
  const accounts = firstThatBegin(q, {
    table: 'users',
    column: 'id',
    text: sql.ref('email'),
    indexed: sql`replaced_at is null`,
    most: most.accounts,
  });
  const ways = [
    sql`select id from (select * from orders order by created_at desc, id desc limit ${most.lookedThrough}) newest where ${containsText(q, texts)}`,
    sql`select id from orders where batch_id in (
      select id from (select id, po_number from batches order by created_at desc, id desc limit ${most.lookedThrough}) newest where ${containsText(q, [sql.ref('po_number')])})`,
    ...[product, customer].map((text) =>
      firstThatBegin(q, { table: 'orders', column: 'id', text, most: most.byBeginning }),
    ),
    firstOf(sql`user_id in (${accounts})`),
    firstOf(sql`transaction_id = ${q.trim()}`),
    ...(begins === undefined
      ? []
      : [firstOf(begins(sql.ref('id'))), firstOf(begins(sql.ref('batch_id')))]),
  ];
  const each = ways.map((way) => sql`select id from (${way}) way`);
  return sql<boolean>`orders.id = any (array(${sql.join(each, sql` union `)}))`;
}

/** What the index of a condition has first. */
function firstOf(condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select id from orders where ${condition} limit ${most.byBeginning}`;
}
