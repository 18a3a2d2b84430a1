import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { askWhenBack } from './ask-when-back.ts';
import { deleteAlert, listAlertsOf, showAlert } from './store.ts';

/** 'Tell me when back' for customers. */
export function stockAlertHandlers(
  shop: Shop,
): Handlers<'listStockAlerts' | 'askWhenBack' | 'forgetWhenBack'> {
  return {
    async listStockAlerts({ who }) {
      return (await listAlertsOf(shop.db, who.userId)).map(showAlert);
    },

    async askWhenBack({ who, params }) {
      await askWhenBack(shop, who, params.id);
      return { acknowledged: true };
    },

    async forgetWhenBack({ who, params }) {
      await deleteAlert(shop.db, { userId: who.userId, partId: params.id });
      return { acknowledged: true };
    },
  };
}
