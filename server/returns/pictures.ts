import { createHash } from 'node:crypto';
import type { AnswerFor } from '#contract/api.ts';
import { imageWidths } from '#contract/image-rules.ts';
import { returnLimits, type ReturnState } from '#contract/return-rules.ts';
import { newId } from '#server/db/new-id.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { reEncode } from '#server/images/re-encode.ts';
import { findOwnOrder } from '#server/orders/store.ts';
import type { Shop } from '#server/shop.ts';
import type { Picture, Rendition } from '#server/third-parties/images/port.ts';
import { lockOpenUser } from '#server/users/store.ts';
import { lockReturn } from './ask-return.ts';
import { findPicture, insertPicture, listPictureDigests } from './picture-store.ts';
import { findReturn, type ReturnRow } from './store.ts';

/** The most pixels of height of a picture that is kept in a width, unless it is the smallest: the database and its backups take megabytes of tall ones. */
const tallest = 5120;

/**
 * Adds a picture to a return of which nothing has arrived; it is re-encoded, so that nothing beside its pixels is kept. The same
 * picture is added once. Refuses with `return_not_found`, `return_state`, `too_many_pictures` or `image_not_accepted`.
 */
export async function addPicture(
  shop: Shop,
  who: Customer,
  returnId: string,
  file: Uint8Array,
): Promise<AnswerFor<'addReturnPicture'>> {
  // Before the work of decoding.
  mayAdd((await ownReturn(shop, who, returnId)).state);
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const { renditions } = await reEncode(bytes, who.userId);
  const { webp } = keptOf(renditions);
  const digest = createHash('sha256').update(webp).digest('hex');
  return inTransaction(shop.db, async (tx) => {
    // Decoding takes its time: what comes when the account is closed would stay.
    if (!(await lockOpenUser(tx, who))) refuse('session_expired');
    const { row } = await lockReturn(tx, returnId, who);
    mayAdd(row.state);
    const known = await listPictureDigests(tx, returnId);
    const same = known.get(digest);
    if (same !== undefined) return { acknowledged: true, insertedId: same };
    if (known.size >= returnLimits.pictures) refuse('too_many_pictures');
    const now = shop.clock.now();
    const id = newId(now);
    await insertPicture(tx, { id, return_id: returnId, digest, webp, created_at: now });
    return { acknowledged: true, insertedId: id };
  });
}

/** A picture is kept in one width: the largest, or a smaller one where it is tall. */
function keptOf(renditions: Picture['renditions']): Rendition {
  const width = imageWidths.findLast((one) => renditions[one].height <= tallest) ?? imageWidths[0];
  return renditions[width];
}

function mayAdd(state: ReturnState): void {
  if (state !== 'asked' && state !== 'agreed') refuse('return_state');
}

/** A picture as WebP, for the order's customer and admins. Refuses with `return_not_found`. */
export async function getPicture(
  shop: Shop,
  who: Customer,
  { id, picture }: { id: string; picture: string },
): Promise<Uint8Array> {
  const { id: returnId } = await ownReturn(shop, who, id);
  return (await findPicture(shop.db, { id: picture, returnId })) ?? refuse('return_not_found');
}

async function ownReturn(shop: Shop, who: Customer, id: string): Promise<ReturnRow> {
  const row = (await findReturn(shop.db, id)) ?? refuse('return_not_found');
  if (!(await findOwnOrder(shop.db, row.order_id, who))) refuse('return_not_found');
  return row;
}
