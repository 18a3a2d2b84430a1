import type { Handlers } from '#server/http/serve.ts';
import { uploadImage } from './upload-image.ts';
import type { Shop } from '#server/shop.ts';

/** The upload of pictures of parts. */
export function imageHandlers(shop: Shop): Handlers<'uploadImage'> {
  return {
    uploadImage: ({ who, body }) => uploadImage(shop, who, body),
  };
}
