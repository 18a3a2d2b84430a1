import type { Customer } from '#server/http/who.ts';
import { Refusal } from '#server/http/refusal.ts';
import { uploadImage } from '#server/images/upload-image.ts';
import type { Shop } from '#server/shop.ts';
import { PictureError } from './picture-error.ts';

/**
 * Takes a picture that an import names as if its admin had uploaded it: only its pixels are kept. Gives the address under
 * which the shop has it. Refuses with `PictureError`, or as an upload does while pictures cannot be stored.
 */
export async function takePicture(
  shop: Shop,
  admin: Pick<Customer, 'userId'>,
  read: () => Promise<Buffer>,
): Promise<string> {
  try {
    const { data } = await uploadImage(shop, admin, await read());
    return data.url;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'image_not_accepted')
      throw new PictureError('picture_not_accepted', { cause: error });
    throw error;
  }
}
