import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { saveSetting } from './save-setting.ts';
import { findEdited, type SettingValues } from './store.ts';

/** What the shop says of itself, for admins. */
export function settingHandlers(
  shop: Shop,
): Handlers<'getSettings' | 'saveContact' | 'saveSaleBanner'> {
  return {
    async getSettings() {
      const { originals } = shop.settings;
      const edited = await findEdited(shop.db);
      const block = <Name extends keyof SettingValues>(name: Name) => ({
        value: { ...originals, ...edited }[name],
        original: originals[name],
        isOriginal: edited[name] === undefined,
      });
      return { contact: block('contact'), saleBanner: block('saleBanner') };
    },

    async saveContact({ who, body }) {
      await saveSetting(shop, who, 'contact', body);
      return { acknowledged: true };
    },

    async saveSaleBanner({ who, body }) {
      await saveSetting(shop, who, 'saleBanner', body);
      return { acknowledged: true };
    },
  };
}
