import { dayMs } from '#contract/durations.ts';
import { forgetOldHistory } from '#server/history/forget-old-history.ts';
import { forgetKeys } from '#server/idempotency/store.ts';
import {
  emptyGivenUpMails,
  emptyLettersLeft,
  emptySentMails,
  forgetMailsOver,
  mailsKeptMs,
} from '#server/mails/outbox.ts';
import { forgetFiles, touchFiles } from '#server/page-files/store.ts';
import { forgetPictures } from '#server/returns/picture-store.ts';
import { emptySearchesDays, forgetEmptySearches } from '#server/search/empty-searches-store.ts';
import type { Shop } from '#server/shop.ts';
import { forgetTokens } from '#server/users/token-store.ts';
import { batchSize, inBatches } from './in-batches.ts';

/** Clients retry within minutes, or within days after being offline. */
const keysDays = 30;
/** For the last mail to a closed account: long enough to be read in the demo's outbox. */
const lastMailsDays = 1;
/** After the last copy with them: a tab that is open for longer loads its page anew. */
const pageFilesDays = 90;
/** Of returns that are over: long enough to argue about them. */
const returnPicturesDays = 180;

/**
 * Deletes old data: idempotency keys, what old mails say (the rows stay, so that no event is mailed twice), history, the files
 * of builds that no copy runs any more, pictures of returns, what was searched for and not found, ended access tokens, and expired sessions and codes of the identity service. Called every minute.
 */
export async function forgetOld(shop: Shop): Promise<void> {
  const { db } = shop;
  const now = shop.clock.now();
  const before = (days: number) => ({
    before: new Date(now.getTime() - days * dayMs),
    most: batchSize,
  });
  await inBatches(() => forgetKeys(db, before(keysDays)));
  const oldMails = before(mailsKeptMs / dayMs);
  await inBatches(() => emptySentMails(db, oldMails));
  await inBatches(() => emptyGivenUpMails(db, { ...oldMails, now }));
  await inBatches(() => emptyLettersLeft(db, batchSize));
  await inBatches(() => forgetMailsOver(db, { ...before(lastMailsDays), now }));
  // First: this machine may have slept.
  await touchFiles(db, shop.pageFiles, now);
  await inBatches(() => forgetFiles(db, before(pageFilesDays)));
  await inBatches(() => forgetEmptySearches(db, before(emptySearchesDays)));
  await inBatches(() => forgetPictures(db, before(returnPicturesDays)));
  await inBatches(() => forgetTokens(db, before(0)));
  await inBatches(() => shop.identity.forgetEnded(batchSize));
  await forgetOldHistory(shop);
}
