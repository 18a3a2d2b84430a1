import type { OrderList } from '#contract/order-list.ts';
import { unitPrice } from '#contract/order-rules.ts';
import { mostSavedLists } from '#contract/kept-limits.ts';
import type { SavedLine, savedListCalls } from '#contract/saved-lists.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import { checkList } from '#server/order-list/check-list.ts';
import type { Database, Shop } from '#server/shop.ts';
import { claimName } from '#server/users/name-kept-row.ts';
import {
  deleteSavedList,
  findSavedList,
  listSavedListsOf,
  renameSavedList,
  writeSavedList,
} from './store.ts';

const table = 'saved_lists';
const limit = { most: mostSavedLists, full: 'too_many_lists' } as const;

/** Lists that customers keep by name. */
export function savedListHandlers({ db, clock }: Shop): Handlers<keyof typeof savedListCalls> {
  return {
    listSavedLists: ({ who }) => listSavedListsOf(db, who.userId),

    async getSavedList({ who, params }) {
      return (await findSavedList(db, who.userId, params.id)) ?? refuse('list_not_found');
    },

    async putSavedList({ who, params: { id }, body: { name, lines } }) {
      const known = await asOfNow(db, lines);
      await inTransaction(db, async (tx) => {
        await claimName(tx, { table, who, id, name }, limit);
        await writeSavedList(tx, who.userId, { id, name, lines: known, now: clock.now() });
      });
      return { acknowledged: true };
    },

    async renameSavedList({ who, params: { id }, body: { name } }) {
      const { userId } = who;
      await inTransaction(db, async (tx) => {
        if (!(await findSavedList(tx, userId, id))) refuse('list_not_found');
        await claimName(tx, { table, who, id, name }, limit);
        await renameSavedList(tx, { userId, id, name });
      });
      return { acknowledged: true };
    },

    async deleteSavedList({ who, params }) {
      await deleteSavedList(db, who.userId, params.id);
      return { acknowledged: true };
    },
  };
}

/** The lines with what the shop knows of them now. */
async function asOfNow(db: Database, lines: OrderList['lines']): Promise<SavedLine[]> {
  const checked = await checkList(db, { lines });
  return lines.map((line, at) => {
    const [found, another] = checked.lines[at]?.parts ?? [];
    if (found === undefined || another !== undefined) return { ...line, meant: null };
    const { _id, name, orderQuantity } = found.part;
    const price = unitPrice(line.quantity ?? orderQuantity, found.part);
    return { ...line, meant: { productId: _id, productName: name, price } };
  });
}
