import { dayMs } from '#contract/durations.ts';
import { forgetKeys } from '#server/idempotency/store.ts';
import { forgetOldEvents } from '#server/security-events/forget-old-events.ts';
import { forgetFiles } from '#server/page-files/store.ts';
import type { Shop } from '#server/shop.ts';
import { clearSentMails, forgetMailsOver } from '#server/mails/outbox.ts';

/** Clients retry within minutes, or within days after being offline. */
const keysDays = 30;
/** Long enough to look up what a customer was told. */
const mailsDays = 90;
/** For the last mail to a closed account: long enough to be read in the demo's outbox. */
const lastMailsDays = 1;
/** A tab that has been open for longer loads its page anew. */
const pageFilesDays = 90;
const mostAtOnce = 1000;

/**
 * Deletes old data: idempotency keys, the texts of sent mails (the rows stay, so that no event is mailed twice), security
 * events, the files of earlier builds, and expired sessions and codes of the identity service. Called every minute.
 */
export async function forgetOld(shop: Shop): Promise<void> {
  const before = (days: number) => ({
    before: new Date(shop.clock.now().getTime() - days * dayMs),
    most: mostAtOnce,
  });
  await forgetKeys(shop.db, before(keysDays));
  await clearSentMails(shop.db, before(mailsDays));
  await forgetMailsOver(shop.db, { ...before(lastMailsDays), now: shop.clock.now() });
  await forgetFiles(shop.db, before(pageFilesDays));
  await forgetOldEvents(shop);
  await shop.identity.forgetEnded();
}
