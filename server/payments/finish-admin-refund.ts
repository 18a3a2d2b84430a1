import { mailRefusedRefund } from '#server/mails/mail-admins.ts';
import type { Shop } from '#server/shop.ts';
import { RefundRefused, SpentKey } from '#server/third-parties/cards/port.ts';
import { logRetry } from './log-retry.ts';
import { centsLeft, syncRefundsAndDisputes } from './sync-refunds-and-disputes.ts';
import {
  findDueRefund,
  markRefundDone,
  markRefundReplaced,
  spendKeyOfRefund,
  type RefundRow,
} from './refund-store.ts';

/** Asks the provider for a refund that is due; what fails stays due. False when the provider is out of reach or refuses. */
export async function finishAdminRefund(shop: Shop, refund: RefundRow): Promise<boolean> {
  try {
    const amountCents = await amountLeft(shop, refund);
    if (amountCents === 0) return true;
    const part = { amountCents, key: refund.id, spentKeys: refund.spent_keys };
    const providerId = await shop.cards.refundPart(refund.intent_id, part);
    await markRefundDone(shop.db, refund.id, { providerId, amountCents, now: shop.clock.now() });
    return true;
  } catch (error) {
    logRetry(shop, error, { refundId: refund.id }, 'a refund could not be made yet');
    if (error instanceof SpentKey) await spendKeyOfRefund(shop.db, refund);
    if (error instanceof RefundRefused) await noteRefused(shop, refund);
    return false;
  }
}

/**
 * How much is to be given back, in cents; 0 when nothing is any more. A failure of the provider does not say that
 * nothing was done: before another key is used, what was done meanwhile, and by whom, is looked up.
 */
async function amountLeft(shop: Shop, refund: RefundRow): Promise<number> {
  if (refund.spent_keys === 0) return refund.amount_cents;
  await syncRefundsAndDisputes(shop, refund.intent_id);
  if ((await findDueRefund(shop.db, refund.id)) === undefined) return 0;
  const left = await centsLeft(shop, refund.intent_id);
  if (left <= 0) await markRefundReplaced(shop.db, refund.id, shop.clock.now());
  return Math.max(0, Math.min(left, refund.amount_cents));
}

/** More than is left, because somebody gave money back elsewhere: the next minute asks for the rest. All else is a person's work. */
async function noteRefused(shop: Shop, refund: RefundRow): Promise<void> {
  const left = await centsLeft(shop, refund.intent_id).catch(() => refund.amount_cents);
  if (left < refund.amount_cents) return spendKeyOfRefund(shop.db, refund);
  await mailRefusedRefund(shop.db, shop, {
    intentId: refund.intent_id,
    refundId: refund.id,
    amountCents: refund.amount_cents,
  });
}
