import { newId } from '#server/db/new-id.ts';
import { isOnlyDatabase } from '#server/db/shop-facts.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Database, Shop } from '#server/shop.ts';
import {
  findDocument,
  insertDocument,
  lockNumbers,
  type DocumentRow,
  type DocumentSubject,
} from './store.ts';

/**
 * The document with its number; the first time it gets the next one of its series, and what `write` answers is what it says
 * for ever. Numbers are given one after the other, and a number that was not committed is given again: there are no gaps.
 * Refuses with `document_waits` while another database may give the same numbers.
 */
export async function numberDocument<Kind extends DocumentRow['kind']>(
  shop: Shop,
  subject: DocumentSubject & { readonly kind: Kind },
  write: (tx: Database) => Promise<DocumentRow['content']>,
): Promise<DocumentRow & { kind: Kind }> {
  const known = await findDocument(shop.db, subject);
  if (known) return known as DocumentRow & { kind: Kind };
  if (!(await isOnlyDatabase(shop.db, shop.clock.now()))) refuse('document_waits');
  const given = await inTransaction(shop.db, async (tx) => {
    await lockNumbers(tx);
    const meanwhile = await findDocument(tx, subject);
    if (meanwhile) return meanwhile;
    const now = shop.clock.now();
    return insertDocument(tx, { id: newId(now), ...subject }, { content: await write(tx), now });
  });
  return given as DocumentRow & { kind: Kind };
}
