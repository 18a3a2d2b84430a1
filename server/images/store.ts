import type { Database } from '#server/shop.ts';

/** Records the address of one of the shop's own pictures; false when it was recorded before. */
export async function insertImage(
  tx: Database,
  image: { url: string; uploadedBy: string; now: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('images')
    .values({ url: image.url, uploaded_by: image.uploadedBy, created_at: image.now })
    .onConflict((known) => known.column('url').doNothing())
    .returning('url')
    .executeTakeFirst();
  return row !== undefined;
}
