import type { ImageUploaded } from '#contract/images.ts';
import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Customer } from '#server/http/who.ts';
import { reEncode } from './re-encode.ts';
import { insertImage } from './store.ts';
import type { Database, Shop } from '#server/shop.ts';

/**
 * Re-encodes an uploaded picture, stores it at the image host and records its address, which parts may use from then on.
 * The same picture has the same address and is recorded once. Refuses with `image_not_accepted` or `unavailable`.
 */
export function uploadImage(
  shop: Shop,
  admin: Pick<Customer, 'userId'>,
  file: Uint8Array,
): Promise<ImageUploaded> {
  return keepPicture(shop, { file, by: admin.userId }, (tx, { data }, now) => {
    const { id, url, width, height, size } = data;
    return recordAudit(tx, {
      actor: admin,
      action: 'picture uploaded',
      subject: { type: 'image', id, name: url },
      after: { url, width, height, size },
      now,
    });
  });
}

/** What is kept, and whose it is; null when a command brought it. */
interface PictureToKeep {
  readonly file: Uint8Array;
  readonly by: string | null;
}

/** The same for whoever notes it elsewhere; `note` is called for a picture that is new. */
export async function keepPicture(
  shop: Pick<Shop, 'db' | 'clock' | 'images'>,
  { file, by }: PictureToKeep,
  note: (tx: Database, uploaded: ImageUploaded, now: Date) => Promise<void>,
): Promise<ImageUploaded> {
  const picture = await reEncode(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  // Before the transaction, so that no transaction waits for a third party. A picture that is stored but not recorded does no harm.
  const uploaded = await shop.images.store(picture);
  const now = shop.clock.now();
  await inTransaction(shop.db, async (tx) => {
    const { url } = uploaded.data;
    if (await insertImage(tx, { url, uploadedBy: by, now })) await note(tx, uploaded, now);
  });
  // Files of a picture that nothing showed may have been deleted while its row was waited for.
  await shop.images.storeMissing(picture);
  return uploaded;
}
