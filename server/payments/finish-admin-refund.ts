import { hourMs } from '#contract/durations.ts';
import { before } from '#server/clock.ts';
import { isOnlyDatabase } from '#server/db/shop-facts.ts';
import { mailRefusedRefund } from '#server/mails/mail-admins.ts';
import type { Shop } from '#server/shop.ts';
import { RefundRefused, SpentKey } from '#server/third-parties/cards/port.ts';
import { logRetry } from './log-retry.ts';
import { centsLeft, syncRefundsAndDisputes } from './sync-refunds-and-disputes.ts';
import { findDueRefund, moveRefund, spendKeyOfRefund, type RefundRow } from './refund-store.ts';

/**
 * Asks the provider for a due refund; one that fails stays due. False when the provider is out of reach or refuses, or when
 * nobody asked for the refund and the database may not be the only one of its shop.
 */
export async function finishAdminRefund(shop: Shop, refund: RefundRow): Promise<boolean> {
  if (refund.source === 'returned' && !(await isOnlyDatabase(shop.db, shop.clock.now())))
    return false;
  try {
    const amountCents = await amountLeft(shop, refund);
    if (amountCents === 0) return true;
    const part = { amountCents, key: refund.id, spentKeys: refund.spent_keys };
    const providerId = await shop.cards.refundPart(refund.intent_id, part);
    const done = { from: 'due', to: 'done', providerId, amountCents } as const;
    await moveRefund(shop.db, refund.id, { ...done, now: shop.clock.now() });
    return true;
  } catch (error) {
    logRetry(shop, error, { refundId: refund.id }, 'a refund could not be made yet');
    if (error instanceof SpentKey) await spendKeyOfRefund(shop.db, refund);
    if (error instanceof RefundRefused) await noteRefused(shop, refund);
    return false;
  }
}

/** The provider knows an idempotency key for a day. */
const keyHours = 20;

/**
 * Cents to give back; 0 when nothing is left. A refund that the provider reported as failed may have been made all the
 * same, and so may one whose key it has forgotten: its answer was lost, or the books are those of an older backup. Then the
 * provider is asked first which refunds there are.
 */
async function amountLeft(shop: Shop, refund: RefundRow): Promise<number> {
  const isKeyKnown = refund.created_at > before(shop.clock.now(), keyHours * hourMs);
  if (refund.spent_keys === 0 && isKeyKnown) return refund.amount_cents;
  await syncRefundsAndDisputes(shop, refund.intent_id);
  if ((await findDueRefund(shop.db, refund.id)) === undefined) return 0;
  const left = await centsLeft(shop, refund.intent_id);
  if (left <= 0) {
    // All of the money went back in other ways.
    const now = shop.clock.now();
    await moveRefund(shop.db, refund.id, { from: 'due', to: 'replaced', now });
  }
  return Math.max(0, Math.min(left, refund.amount_cents));
}

/** When somebody refunded elsewhere and less is left than asked for, the next minute asks for the rest; otherwise the admins are told. */
async function noteRefused(shop: Shop, refund: RefundRow): Promise<void> {
  const left = await centsLeft(shop, refund.intent_id).catch(() => refund.amount_cents);
  if (left < refund.amount_cents) return spendKeyOfRefund(shop.db, refund);
  await mailRefusedRefund(shop.db, shop, {
    intentId: refund.intent_id,
    refundId: refund.id,
    amountCents: refund.amount_cents,
  });
}
