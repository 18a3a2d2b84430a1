import { sql } from 'kysely';
import { queryCheck, type Check } from './check.ts';
import { mailChecks } from './mail-checks.ts';
import { moneyChecks } from './money-checks.ts';
import { stockChecks } from './stock-checks.ts';

/** What must hold in the shop's own books after every write, crash and race (docs/operations.md). */
export const invariants: readonly Check[] = [
  ...stockChecks,
  ...moneyChecks,
  queryCheck(
    {
      id: 'I9',
      about: 'review',
      sentence: 'A paid order has one review at most, by its own customer and about its own part.',
      repairable: false,
      by: { table: 'reviews', column: 'order_id' },
    },
    ({ within: its }) => sql`select r.id from reviews r join orders o on o.id = r.order_id
      left join (
        select order_id from reviews where ${its('order_id')} group by order_id having count(*) > 1) twice on twice.order_id = r.order_id
      where ${its('r.order_id')} and (o.paid_at is null or o.user_id <> r.user_id or o.part_id <> r.part_id or twice.order_id is not null)`,
  ),
  ...mailChecks,
  queryCheck(
    {
      id: 'I11',
      about: 'order',
      sentence:
        'An order of a list belongs to the customer of the list, and no list has a part twice.',
      repairable: false,
      by: { table: 'batches', column: 'id' },
    },
    ({ within: its }) => sql`select o.id from orders o join batches b on b.id = o.batch_id
      left join (
        select batch_id, part_id from orders where batch_id is not null and ${its('batch_id')}
        group by batch_id, part_id having count(*) > 1) twice on twice.batch_id = o.batch_id and twice.part_id = o.part_id
      where o.batch_id is not null and ${its('o.batch_id')} and ${its('b.id')}
        and (o.user_id <> b.user_id or o.created_at <> b.created_at or twice.batch_id is not null)`,
  ),
  queryCheck(
    {
      id: 'I12-documents',
      about: 'payment',
      sentence:
        'Receipts are of kept payments, one each, credit notes of refunds, one each, and their numbers have no gap.',
      repairable: false,
      by: { table: 'documents', column: 'intent_id' },
    },
    // Credit notes with one refund are of one payment, or broken anyway; numbers go across slices, by their index.
    ({ within: its }) => sql`select d.intent_id as id from documents d
      left join payments p on p.intent_id = d.intent_id and ${its('p.intent_id')}
      left join refunds r on r.id = d.refund_id
      left join (
        select intent_id from documents where kind = 'receipt' and ${its('intent_id')}
        group by intent_id having count(*) > 1) receipts on receipts.intent_id = d.intent_id
      left join (
        select refund_id from documents where refund_id is not null and ${its('intent_id')}
        group by refund_id having count(*) > 1) notes on notes.refund_id = d.refund_id
      left join documents before on before.kind = d.kind and before.year = d.year and before.number = d.number - 1
      left join documents twin on twin.kind = d.kind and twin.year = d.year and twin.number = d.number and twin.id <> d.id
      where ${its('d.intent_id')} and (
        d.kind = 'receipt' and (p.state is distinct from 'kept' or receipts.intent_id is not null)
        or d.kind = 'credit-note' and (r.intent_id is distinct from d.intent_id or r.share_of is not null
          or r.source not in ('admin', 'provider') or notes.refund_id is not null)
        or d.number > 1 and before.id is null
        or twin.id is not null)`,
  ),
];
