import { sql, type RawBuilder } from 'kysely';
import { mostRows, queryCheck, type BrokenRow, type Check } from './check.ts';
import { within, type Range } from './range.ts';

/** Orders by their ids, parts by theirs: what belongs to one is looked at together. */
export const byOrder = { table: 'orders', column: 'id' };
const byPart = { table: 'parts', column: 'id' };

interface WrongStock extends BrokenRow {
  readonly in_stock: number;
  readonly ledger: number;
}

/**
 * Parts whose stock is not the sum of their ledger, or whose ledger is not what is expected: deliveries minus the pieces of orders that are not cancelled,
 * without those of them that are on sale again. Repairable when ledger and orders agree. The sums are made once for all parts.
 */
export function wrongStock(range: Range): RawBuilder<WrongStock> {
  const its = within(range);
  return sql`
    with books as materialized (
      select p.id, p.in_stock::bigint as in_stock, coalesce(l.ledger, 0) as ledger,
        coalesce(l.put_in, 0) - coalesce(o.taken, 0) as expected
      from parts p
      left join (
        select part_id, sum(delta)::bigint as ledger,
          sum(delta) filter (where reason in ('opening', 'adjustment'))::bigint as put_in
        from stock_ledger where ${its('part_id')} group by part_id) l on l.part_id = p.id
      left join (
        select part_id, sum(quantity - restocked_quantity)::bigint as taken
        from orders where state <> 'cancelled' and ${its('part_id')} group by part_id) o on o.part_id = p.id
      where ${its('p.id')} and (
        p.in_stock <> coalesce(l.ledger, 0) or coalesce(l.ledger, 0) <> coalesce(l.put_in, 0) - coalesce(o.taken, 0))
    )
    select id, in_stock, ledger, (ledger = expected and ledger between 0 and 2000000000) as repairable
    from books order by id limit ${mostRows}`;
}

/** What must hold of stock, and of the pieces of orders. */
export const stockChecks: readonly Check[] = [
  queryCheck(
    {
      id: 'I1',
      about: 'part',
      sentence: 'No part has less than nothing in stock.',
      repairable: false,
    },
    // By the index of stocks.
    () => sql`select id from parts where in_stock < 0`,
  ),
  {
    id: 'I2',
    about: 'part',
    sentence: 'What is in stock and what live orders took is what was ever put in.',
    find: ({ db }, walk) =>
      walk(db, byPart, async (range) => (await wrongStock(range).execute(db)).rows),
  },
  queryCheck(
    {
      id: 'I2-orders',
      about: 'order',
      sentence:
        'The stock ledger has every order once, every cancel once, and just the pieces of each order that are on sale again.',
      repairable: false,
      by: byOrder,
    },
    // In two sums, because each has an index of its own by orders.
    ({ within: its }) => sql`select o.id from orders o
      left join (
        select order_id, min(part_id::text) as part, max(part_id::text) as other_part,
          sum(delta) filter (where reason = 'order') as taken,
          sum(delta) filter (where reason = 'cancel') as cancelled
        from stock_ledger where order_id is not null and reason <> 'refund' and ${its('order_id')} group by order_id) l on l.order_id = o.id
      left join (
        select order_id, min(part_id::text) as part, max(part_id::text) as other_part, sum(delta) as pieces
        from stock_ledger where order_id is not null and reason = 'refund' and ${its('order_id')} group by order_id) r on r.order_id = o.id
      where ${its('o.id')} and (
        coalesce(l.taken, 0) <> -o.quantity
        or coalesce(l.cancelled, 0) <> case when o.state = 'cancelled' then o.quantity else 0 end
        or coalesce(r.pieces, 0) <> o.restocked_quantity
        or o.restocked and o.restocked_quantity < o.quantity - o.shipped_quantity - o.refunded_quantity
        or l.part <> o.part_id::text or l.other_part <> o.part_id::text
        or r.part <> o.part_id::text or r.other_part <> o.part_id::text)`,
  ),
  queryCheck(
    {
      id: 'I2-shipments',
      about: 'order',
      sentence:
        'What left the shop of an order is the sum of its shipments, never more than was ordered, and it is shipped with the last piece.',
      repairable: false,
      by: byOrder,
    },
    ({ within: its }) => sql`select o.id from orders o
      left join (
        select order_id, sum(quantity) as pieces, count(*) as shipments, max(number) as last, max(shipped_at) as shipped_at
        from shipments where ${its('order_id')} group by order_id) s on s.order_id = o.id
      left join (
        select order_id, sum(pieces) as pieces from refunds where ${its('order_id')} group by order_id) r on r.order_id = o.id
      where ${its('o.id')} and (
        o.shipped_quantity <> coalesce(s.pieces, 0)
        or s.shipments <> s.last
        or o.refunded_quantity <> coalesce(r.pieces, 0)
        or o.shipped_quantity + o.refunded_quantity > o.quantity
        or (o.state = 'shipped') <> (o.shipped_quantity > 0 and o.shipped_quantity + o.refunded_quantity = o.quantity)
        or o.shipped_quantity > 0 and o.state not in ('paid', 'shipped')
        or o.disputed_since < s.shipped_at)`,
  ),
];
