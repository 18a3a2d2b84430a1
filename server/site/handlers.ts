import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';

/** The settings of this shop that pages need. */
export function siteHandlers(shop: Shop): Handlers<'getSite'> {
  return {
    getSite: async () => ({
      ...(await shop.settings.fresh()),
      mode: shop.mode,
      publicUrl: shop.publicUrl,
      google: shop.identity.google,
      identity: shop.identity.browser,
      cards: shop.cards.publicConfig(),
      pictureOrigins: [...shop.images.origins],
      demoAccounts: [...shop.demoAccounts],
    }),
  };
}
