import { mostSynonyms, type NewSynonym } from '#contract/search.ts';
import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import type { Shop } from '#server/shop.ts';
import { singular, wordsOf } from './fold.ts';
import { forgetVocabulary } from './kept-vocabulary.ts';
import { countSynonyms, deleteSynonym, findSynonym, insertSynonym } from './synonyms-store.ts';

/**
 * Adds a synonym and answers its id; one that is there already stays, and a word that meant something else means this from now on.
 * Refuses with `synonym_empty` or `too_many_synonyms`.
 */
export async function addSynonym(shop: Shop, admin: Customer, wanted: NewSynonym): Promise<string> {
  const key = wordsKey(wanted.word);
  const means = wordsKey(wanted.means);
  if (key === '' || means === '' || key === means) refuse('synonym_empty');
  const now = shop.clock.now();
  const id = await inTransaction(shop.db, async (tx) => {
    const known = await findSynonym(tx, key);
    if (known && wordsKey(known.means) === means) return known.id;
    if (known) await deleteSynonym(tx, known.id);
    else if ((await countSynonyms(tx)) >= mostSynonyms) refuse('too_many_synonyms');
    const added = await insertSynonym(tx, wanted, key, now);
    // Another admin added the same word at this moment.
    if (added === undefined) return (await findSynonym(tx, key))?.id ?? refuse('unavailable');
    await recordAudit(tx, {
      actor: admin,
      now,
      action: 'synonym added',
      subject: { type: 'synonym', id: added, name: wanted.word },
      ...(known ? { before: { word: wanted.word, means: known.means } } : {}),
      after: wanted,
    });
    return added;
  });
  forgetVocabulary(shop.db);
  shop.publicPagesChanged();
  return id;
}

/** Takes a synonym away. Refuses with `synonym_not_found`. */
export async function removeSynonym(shop: Shop, admin: Customer, id: string): Promise<void> {
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    const before = (await deleteSynonym(tx, id)) ?? refuse('synonym_not_found');
    await recordAudit(tx, {
      actor: admin,
      now,
      action: 'synonym deleted',
      before,
      subject: { type: 'synonym', id, name: before.word },
    });
  });
  forgetVocabulary(shop.db);
  shop.publicPagesChanged();
}

/** A text as the search compares it. */
function wordsKey(text: string): string {
  return wordsOf(text).map(singular).join(' ');
}
