import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';

/** What pages need to know of how this shop is set up. */
export function siteHandlers(shop: Shop): Handlers<'getSite'> {
  return {
    getSite: async () => ({
      mode: shop.mode,
      publicUrl: shop.publicUrl,
      contact: shop.contact,
      google: shop.identity.google,
      cards: shop.cards.publicConfig(),
      pictureOrigins: [...shop.images.origins],
      demoAccounts: [...shop.demoAccounts],
    }),
  };
}
