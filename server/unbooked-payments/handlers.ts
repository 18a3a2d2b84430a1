import { dollarsOf, formatDollars } from '#contract/money.ts';
import { recordAudit } from '#server/audit/store.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { confirmRefunds, listWaiting } from './store.ts';

/** What admins do about payments whose orders are not here. */
export function unbookedHandlers(
  shop: Shop,
): Handlers<'listUnbookedPayments' | 'refundUnbookedPayments'> {
  return {
    async listUnbookedPayments() {
      const rows = await listWaiting(shop.db);
      return rows.map((row) => ({
        _id: row.intent_id,
        orderId: row.order_id,
        orders: row.orders,
        amount: dollarsOf(row.amount_cents),
        currency: row.currency,
        createdAt: row.created_at.toISOString(),
        state: row.state === 'confirmed' ? 'confirmed' : 'paid',
      }));
    },

    async refundUnbookedPayments({ who, body }) {
      const now = shop.clock.now();
      return inTransaction(shop.db, async (tx) => {
        const confirmed = await confirmRefunds(tx, body.ids, { by: who.userId, now });
        for (const { intent_id, amount_cents } of confirmed)
          await recordAudit(tx, {
            actor: who,
            action: 'payment without order refunded',
            subject: {
              type: 'payment',
              id: intent_id,
              name: formatDollars(dollarsOf(amount_cents)),
            },
            now,
          });
        const cents = confirmed.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
        return { acknowledged: true, confirmed: confirmed.length, amount: dollarsOf(cents) };
      });
    },
  };
}
