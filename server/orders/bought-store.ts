import { sql, type RawBuilder } from 'kysely';
import type { Page } from '#contract/api.ts';
import type { BoughtQuery } from '#contract/bought-parts.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { forAnyValues } from '#server/db/any-values.ts';
import { containsText } from '#server/db/contains-text.ts';
import { fetchPage, newestFirst } from '#server/db/page.ts';
import type { Database } from '#server/shop.ts';
import type { OrderRow } from './store.ts';

/** The last order of a part, and what was bought of it in all. */
export interface BoughtRow extends Pick<
  OrderRow,
  'id' | 'part_id' | 'part_name' | 'image' | 'unit_price_cents' | 'quantity' | 'created_at'
> {
  readonly orders: number;
  readonly pieces: number;
}

/** The parts that a customer bought, each with its last order, the newest first. Reads orders of this customer alone. */
export function listBought(
  db: Database,
  userId: string,
  query: BoughtQuery,
): Promise<Page<BoughtRow[]>> {
  const bought = boughtOf(db, userId, query);
  // With the customer's id the planner takes them for one of few orders, whose parts it looks up and sorts, for a page of twenty, too.
  const rows = query.q ? bought : bought.modifyEnd(forAnyValues);
  return fetchPage(rows, newestFirst('orders'), query);
}

/** SQL: whether an order was paid, and not all of its money went back; the index `orders_bought` holds these. */
function isBought(orders: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${orders}.${column}`);
  return sql<boolean>`(${of('paid_at')} is not null and ${of('refunded_cents')} < ${of('total_cents')})`;
}

/** SQL: the orders by which a customer bought the same part. */
const ofSamePart = (its: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${its}.user_id`)} = orders.user_id and ${sql.ref(`${its}.part_id`)} = orders.part_id and ${isBought(its)}`;

function boughtOf(
  db: Database,
  userId: string,
  { q, productId }: Pick<BoughtQuery, 'q' | 'productId'>,
) {
  let rows = db
    .selectFrom('orders')
    .innerJoinLateral(
      sql<Pick<BoughtRow, 'orders' | 'pieces'>>`(
        select count(*) as orders, sum(its.quantity - its.refunded_quantity)::bigint as pieces from orders its where ${ofSamePart('its')})`.as(
        'bought',
      ),
      (join) => join.onTrue(),
    )
    .select([
      'orders.id',
      'orders.part_id',
      'orders.part_name',
      'orders.image',
      'orders.unit_price_cents',
      'orders.quantity',
      'orders.created_at',
      'bought.orders',
      'bought.pieces',
    ])
    .where('orders.user_id', '=', userId)
    .where(isBought('orders'))
    .where(
      // A limit keeps the planner from joining all of the customer's orders with each other: it looks for a later one of each by the index.
      sql<boolean>`(select true from orders later where ${ofSamePart('later')}
        and (later.created_at, later.id) > (orders.created_at, orders.id) limit 1) is null`,
    );
  if (productId !== undefined) rows = rows.where('orders.part_id', '=', productId);
  if (q) rows = rows.where(isCalled(q));
  return rows;
}

/** SQL: whether an order's part is called so. */
function isCalled(typed: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from parts where parts.id = orders.part_id and ${hasNames(typed)})`;
}

/** SQL: whether all of the typed words are in the part's names, or all of it in one of its numbers, however they are written. */
function hasNames(typed: string): RawBuilder<boolean> {
  const names = [sql.ref('orders.part_name'), sql.ref('parts.name'), sql.ref('parts.part_number')];
  const words = typed.split(/\s+/u).map((word) => containsText(word, names));
  const key = partNumberKey(typed);
  if (key === '') return sql<boolean>`(${sql.join(words, sql` and `)})`;
  return sql<boolean>`((${sql.join(words, sql` and `)})
    or strpos(parts.part_number_key, ${key}) > 0
    or exists (select from part_numbers other where other.part_id = parts.id and strpos(other.number_key, ${key}) > 0))`;
}
