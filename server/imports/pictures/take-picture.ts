import { Refusal } from '#server/http/refusal.ts';
import { keepPicture } from '#server/images/upload-image.ts';
import type { Shop } from '#server/shop.ts';
import { PictureError } from './picture-error.ts';

/**
 * Takes a picture that an import names as if its admin had uploaded it: only its pixels are kept. Gives the address under
 * which the shop has it; the import itself is what the audit log notes. Refuses with `PictureError`, or as an upload does while pictures
 * cannot be stored.
 */
export async function takePicture(
  shop: Pick<Shop, 'db' | 'clock' | 'images'>,
  by: string | null,
  file: Uint8Array,
): Promise<string> {
  try {
    const { data } = await keepPicture(shop, { file, by }, async () => undefined);
    return data.url;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'image_not_accepted')
      throw new PictureError('picture_not_accepted', { cause: error });
    throw error;
  }
}
