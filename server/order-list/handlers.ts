import { isDeepStrictEqual } from 'node:util';
import type { orderListCalls } from '#contract/order-list-calls.ts';
import { networkOf } from '#server/http/network-address.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { checkList } from './check-list.ts';
import { readListFile } from './read-list-file.ts';
import { findList, replaceList } from './store.ts';

/** Lists of parts: what their numbers mean, and the one that a customer writes on. */
export function orderListHandlers(shop: Shop): Handlers<keyof typeof orderListCalls> {
  return {
    checkOrderList: ({ body }) => checkList(shop.db, body),
    readListFile: ({ body: bytes, address }) =>
      readListFile(shop, { bytes, network: networkOf(address) }),
    getOrderList: ({ who }) => findList(shop.db, who.userId),

    async putOrderList({ who, body }) {
      const replaced = await replaceList(shop.db, who.userId, { ...body, now: shop.clock.now() });
      if (replaced) return replaced;
      const list = await findList(shop.db, who.userId);
      // Sent again, because the answer was lost.
      if (isDeepStrictEqual(list, { ...body, version: body.version + 1 })) return list;
      return refuse('list_changed', { details: { list } });
    },
  };
}
