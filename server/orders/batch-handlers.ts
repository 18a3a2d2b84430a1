import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { cancelBatch } from './cancel-batch.ts';
import { placeBatch } from './place-batch.ts';
import { shipBatch } from './ship-batch.ts';
import { getBatch, getBatchHistory } from './show-batch.ts';

/** Lists of parts that are ordered at once. */
export function batchHandlers(
  shop: Shop,
): Handlers<'placeBatch' | 'getBatch' | 'cancelBatch' | 'getBatchHistory' | 'shipBatch'> {
  return {
    placeBatch: ({ who, body, idempotencyKey, address }) =>
      placeBatch(shop, body, { tokenHash: who.tokenHash, key: idempotencyKey, address }),

    getBatch: ({ params, who }) => getBatch(shop, who, params.id),

    cancelBatch: ({ params, who }) => cancelBatch(shop, who, params.id),

    getBatchHistory: ({ params, who }) => getBatchHistory(shop, who, params.id),

    shipBatch: ({ params, who, body }) => shipBatch(shop, who, { ...params, ...body }),
  };
}
