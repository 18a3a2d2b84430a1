import { dayMs } from '#contract/durations.ts';
import { forgetKeys } from '#server/idempotency/store.ts';
import { forgetOldEvents } from '#server/security-events/forget-old-events.ts';
import type { Shop } from '#server/shop.ts';
import { clearSentMails, forgetMailsOver } from '#server/mails/outbox.ts';

/** A retry comes within minutes; a client that was offline, within days. */
const keysDays = 30;
/** Long enough to see what a customer was told. */
const mailsDays = 90;
/** A last mail to somebody who closed their account: long enough to be read in the demo's outbox. */
const lastMailsDays = 1;
const mostAtOnce = 1000;

/**
 * Forgets what has done its work: keys of writes that nobody repeats any more, the words of mails that were sent long ago
 * (the row stays, so that no event is told of twice), security events of a year ago, and what the identity service has no use for. Called every minute.
 */
export async function forgetOld(shop: Shop): Promise<void> {
  const before = (days: number) => ({
    before: new Date(shop.clock.now().getTime() - days * dayMs),
    most: mostAtOnce,
  });
  await forgetKeys(shop.db, before(keysDays));
  await clearSentMails(shop.db, before(mailsDays));
  await forgetMailsOver(shop.db, { ...before(lastMailsDays), now: shop.clock.now() });
  await forgetOldEvents(shop);
  await shop.identity.forgetEnded();
}
