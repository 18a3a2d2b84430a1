import { batchNumber } from '#contract/batch-rules.ts';
import { seriesNumber } from '#contract/document-rules.ts';
import { listDocumentsOf } from '#server/documents/store.ts';
import type { AccountData } from '#contract/account-data.ts';
import { securityEventKinds } from '#contract/security-events.ts';
import { countRequest } from '#server/rate-limit/store.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { findList } from '#server/order-list/store.ts';
import { listBatchesOf } from '#server/orders/account-store.ts';
import { exportOrders } from '#server/orders/export-orders.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import { listReviewsOf, showReview } from '#server/reviews/store.ts';
import { listSecurityEventsOf, recordSecurityEvent } from '#server/security-events/store.ts';
import type { Shop } from '#server/shop.ts';
import { listAddressesOf, showAddress } from '#server/addresses/store.ts';
import { wantsWeekly } from '#server/figures/weekly-store.ts';
import { listGarageOf } from '#server/garage/store.ts';
import { wholeLists } from '#server/saved-lists/store.ts';
import { listAlertsOf, showAlert } from '#server/stock-alerts/store.ts';
import { listVotesOf } from '#server/vehicles/votes-store.ts';
import { showUser } from './show-user.ts';
import { findUserByEmail } from './store.ts';

/** Downloads in ten minutes: each one reads everything about an account. */
const limit = { perAccount: 10, perAddress: 100 };

/** Everything the shop keeps about the caller. Refuses with `too_many_requests`. */
export async function accountDataOf(
  shop: Shop,
  who: Customer,
  from: RequestSource,
): Promise<AccountData> {
  const now = shop.clock.now();
  const request = { what: 'account-data', address: from.address, account: who.userId };
  const seconds = await countRequest(shop.db, request, limit, now);
  if (seconds !== undefined) refuse('too_many_requests', { retryAfterSeconds: seconds });
  const user = (await findUserByEmail(shop.db, who.email)) ?? refuse('user_not_found');
  const orders = await exportOrders(shop, who.userId);
  const batches = await listBatchesOf(shop.db, who.userId);
  const documents = await listDocumentsOf(shop.db, who.userId);
  const reviews = await listReviewsOf(shop.db, who.userId);
  const alerts = await listAlertsOf(shop.db, who.userId);
  const events = await listSecurityEventsOf(shop.db, who.userId);
  await recordSecurityEvent(shop, { kind: 'data_downloaded', userId: who.userId, from });
  return {
    writtenAt: now.toISOString(),
    account: showUser(user),
    orders,
    batches: batches.map(({ id, created_at, po_number, note }) => ({
      _id: id,
      number: batchNumber(id),
      createdAt: created_at.toISOString(),
      poNumber: po_number,
      note,
    })),
    documents: documents.map(({ kind, issued_at, content, ...numbered }) => ({
      kind,
      number: seriesNumber(kind, numbered),
      issuedAt: issued_at.toISOString(),
      content,
    })),
    reviews: reviews.map(showReview),
    fitVotes: await listVotesOf(shop.db, who.userId),
    savedLists: await wholeLists(shop.db, who.userId),
    addresses: (await listAddressesOf(shop.db, who.userId)).map(showAddress),
    garage: await listGarageOf(shop.db, who.userId),
    orderList: await findList(shop.db, who.userId),
    stockAlerts: alerts.map(showAlert),
    weeklyFigures: await wantsWeekly(shop.db, who.userId),
    securityEvents: events.map(({ kind, created_at, times }) => ({
      kind,
      about: Object.hasOwn(securityEventKinds, kind)
        ? securityEventKinds[kind as keyof typeof securityEventKinds]
        : kind,
      createdAt: created_at.toISOString(),
      times,
    })),
  };
}
