import { sql, type Selectable } from 'kysely';
import type { CreditNoteFacts, ReceiptFacts } from './facts.ts';
import type { Tables } from '#server/db/schema.ts';
import type { Database } from '#server/shop.ts';

/** A receipt or credit note that has its number. */
export type DocumentRow = Omit<Selectable<Tables['documents']>, 'kind' | 'content'> &
  (
    | { readonly kind: 'receipt'; readonly content: ReceiptFacts }
    | { readonly kind: 'credit-note'; readonly content: CreditNoteFacts }
  );

/** What a document is about: a payment, or a refund of one. */
export interface DocumentSubject {
  readonly kind: DocumentRow['kind'];
  readonly intent_id: string;
  /** The first share of a refund; null of a receipt. */
  readonly refund_id: string | null;
}

/** Undefined while it has no number. */
export async function findDocument(
  db: Database,
  { kind, intent_id, refund_id }: DocumentSubject,
): Promise<DocumentRow | undefined> {
  const row = await db
    .selectFrom('documents')
    .selectAll()
    .where('intent_id', '=', intent_id)
    .where('kind', '=', kind)
    .where(sql<boolean>`refund_id is not distinct from ${refund_id}::uuid`)
    .executeTakeFirst();
  return row as DocumentRow | undefined;
}

/**
 * Until the end of the transaction nobody else gives a number, nor takes a person out of the documents. Nobody waits for it
 * who pays or refunds.
 */
export async function lockNumbers(tx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('numbers of documents'))`.execute(tx);
}

/** Inserts a document with the next number of its year (UTC). The caller has locked the numbers. */
export async function insertDocument(
  tx: Database,
  { id, kind, intent_id, refund_id }: DocumentSubject & { readonly id: string },
  { content, now }: { content: DocumentRow['content']; now: Date },
): Promise<DocumentRow> {
  const year = now.getUTCFullYear();
  const row = await tx
    .insertInto('documents')
    .values({
      id,
      kind,
      intent_id,
      refund_id,
      year,
      number: sql<number>`1 + coalesce((select max(number) from documents where kind = ${kind} and year = ${year}), 0)`,
      content: JSON.stringify(content),
      issued_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as DocumentRow;
}

/** All with numbers of a customer's payments, oldest first. */
export async function listDocumentsOf(db: Database, userId: string): Promise<DocumentRow[]> {
  const rows = await db
    .selectFrom('documents')
    .selectAll()
    .where('intent_id', 'in', paymentsOf(db, userId))
    .orderBy('issued_at')
    .orderBy('id')
    .execute();
  return rows as DocumentRow[];
}

/** Takes a customer out of their documents; numbers, parts and amounts stay. In the reasons of refunds, `words` are replaced. */
export async function anonymiseDocumentsOf(
  tx: Database,
  userId: string,
  { words, name, email }: { words: readonly string[]; name: string; email: string },
): Promise<void> {
  await lockNumbers(tx);
  const nobody = JSON.stringify({ buyer: { name, email }, delivery: null, poNumbers: [] });
  await sql`
    update documents set content = content || ${nobody}::jsonb
      || jsonb_build_object('lines', (
        select coalesce(jsonb_agg(line || '{"delivery": null}' order by place), '[]')
        from jsonb_array_elements(content -> 'lines') with ordinality as one (line, place)))
      || case when content ? 'reason'
        then jsonb_build_object('reason', words_replaced(content -> 'reason', ${words}::text[], 'A customer')) else '{}' end
    where intent_id in (${paymentsOf(tx, userId)})`.execute(tx);
}

function paymentsOf(db: Database, userId: string) {
  return db
    .selectFrom('payment_lines')
    .innerJoin('orders', 'orders.id', 'payment_lines.order_id')
    .select('payment_lines.intent_id')
    .where('orders.user_id', '=', userId);
}
