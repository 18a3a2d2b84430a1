import { inTransaction } from '#server/db/transaction.ts';
import { anonymiseDocumentsOf } from '#server/documents/store.ts';
import { anonymiseInHistory } from '#server/history/store.ts';
import { Refusal, refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import { forgetKeysOf } from '#server/idempotency/store.ts';
import { mailClosedAccount } from '#server/mails/mail-closed-account.ts';
import { cancelLines, ofBatches, ofNoBatch } from '#server/orders/cancel-lines.ts';
import { cancelOrder } from '#server/orders/cancel-order.ts';
import {
  anonymiseBatchesOf,
  anonymiseOrdersOf,
  listOpenOrders,
  listWordsOfPaidOrders,
} from '#server/orders/account-store.ts';
import { anonymiseRefundsOf } from '#server/payments/store.ts';
import { anonymiseReturnsOf } from '#server/returns/store.ts';
import { anonymiseReviewsOf } from '#server/reviews/store.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import { recordSecurityEvent } from '#server/security-events/store.ts';
import { askingOnce } from '#server/payments/end-open-payment.ts';
import type { Database, Shop } from '#server/shop.ts';
import { forgetMailsOf } from '#server/mails/outbox.ts';
import { isLastAdmin } from './admins.ts';
import { deleteBelongings } from './delete-belongings.ts';
import { forgetIdentity } from './forget-identities.ts';
import { emptyClosedUser, anonymous } from './account-removal-store.ts';
import { lockAdmins, lockUser, type UserRow } from './store.ts';

/** How often orders that were placed while the account is being closed are cancelled too. */
const maxRounds = 3;

/** A request to close one's own account; the address is typed once more to confirm. */
interface Closing {
  readonly who: Customer;
  readonly typedEmail: string;
  readonly from: RequestSource;
}

/**
 * Closes the caller's account: cancels unpaid orders, then deletes all personal data in one transaction. That transaction
 * locks the customer's row, so no order is placed meanwhile. Orders and reviews stay without a name.
 * Refuses with `invalid_input`, `last_admin`, `orders_open`, `order_being_paid` or `cards_unavailable`.
 */
export async function closeAccount(shop: Shop, { who, typedEmail, from }: Closing): Promise<void> {
  if (typedEmail !== who.email)
    refuse('invalid_input', { details: { issues: [{ field: 'typedEmail', message: mistyped }] } });
  let closed: UserRow | undefined;
  for (let round = 0; closed === undefined; round += 1) {
    if (round > maxRounds) refuse('unavailable');
    closed = await inTransaction(shop.db, (tx) => tryToClose(shop, tx, who.userId));
    if (closed === undefined) await cancelUnpaid(shop, who.userId);
  }
  await recordSecurityEvent(shop, { kind: 'account_closed', userId: who.userId, from });
  await forgetIdentity(shop, closed);
  shop.publicPagesChanged();
}

/** Of a word that tells somebody. */
const fewestLetters = 3;

const mistyped = 'Is not the address of this account.';

/** Answers the account as it was before closing; undefined while it still has unpaid orders. */
async function tryToClose(shop: Shop, tx: Database, userId: string): Promise<UserRow | undefined> {
  const admins = await lockAdmins(tx);
  const user = await lockUser(tx, userId);
  if (user === undefined || user.replaced_at !== null || user.blocked_at !== null)
    refuse('session_expired');
  if (isLastAdmin(admins, userId)) refuse('last_admin');
  const open = await listOpenOrders(tx, userId);
  if (open.some(({ state }) => state === 'paid')) refuse('orders_open');
  if (open.length > 0) return undefined;
  await forget(shop, tx, user);
  return user;
}

async function cancelUnpaid(shop: Shop, userId: string): Promise<void> {
  const open = await listOpenOrders(shop.db, userId);
  if (open.some(({ state }) => state === 'paid')) refuse('orders_open');
  const cancellation = { whose: { userId, isAdmin: false }, because: 'account_closed' } as const;
  const asking = askingOnce(shop);
  try {
    for (const { id } of ofNoBatch(open)) await cancelOrder(asking, id, cancellation);
    for (const lines of ofBatches(open)) {
      const ids = lines.map(({ id }) => id);
      for (const [, error] of await cancelLines(asking, ids, cancellation)) throw error;
    }
  } catch (error) {
    // It was paid in the meantime: now it has to be shipped or refunded first.
    if (error instanceof Refusal && error.code === 'order_paid') refuse('orders_open');
    throw error;
  }
}

/** The words by which notes and messages of others may name this person: those that tell somebody, longest first. */
async function wordsAbout(
  tx: Database,
  { id, name, email, phone, address }: UserRow,
): Promise<string[]> {
  const words = [name, email, phone, address, ...(await listWordsOfPaidOrders(tx, id))];
  const lines = words.flatMap((word) => [word, ...word.split('\n')]).map((line) => line.trim());
  return [...new Set(lines)]
    .filter((line) => line.length >= fewestLetters)
    .toSorted((one, other) => other.length - one.length);
}

async function forget(shop: Shop, tx: Database, user: UserRow): Promise<void> {
  const now = shop.clock.now();
  const { id: userId } = user;
  const words = await wordsAbout(tx, user);
  await anonymiseInHistory(tx, { userId, words, doer: { userId }, now });
  await anonymiseRefundsOf(tx, userId, words);
  // Before their returns: an admin who writes on one of them has locked its order.
  await anonymiseOrdersOf(tx, userId, anonymous);
  await anonymiseReturnsOf(tx, userId, words);
  await anonymiseBatchesOf(tx, userId);
  await anonymiseDocumentsOf(tx, userId, { words, ...anonymous });
  await anonymiseReviewsOf(tx, userId, { words, name: anonymous.name });
  await forgetKeysOf(tx, userId);
  await deleteBelongings(tx, userId);
  await emptyClosedUser(tx, userId, now);
  if (user.email_verified) await mailClosedAccount(tx, shop, user);
  // Last: an alert that was just taken is a mail by now.
  await forgetMailsOf(tx, user);
}
