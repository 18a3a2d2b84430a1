import { after } from '#server/clock.ts';
import type { Shop } from '#server/shop.ts';
import { listClosedToForget, noteIdentityDeleted } from './account-removal-store.ts';
import type { UserRow } from './store.ts';

const batchSize = 50;
/** Other work of the minute waits meanwhile. */
const mostMs = 10_000;

/**
 * Deletes a closed account at the identity service. The shop itself has deleted it already. Never rejects: what fails is
 * tried again every minute.
 */
export async function forgetIdentity(
  shop: Shop,
  { id, issuer, subject }: Pick<UserRow, 'id' | 'issuer' | 'subject'>,
): Promise<void> {
  if (!shop.identity.deletes.includes(issuer)) return;
  try {
    await shop.identity.deleteAccount({ issuer, subject });
    await noteIdentityDeleted(shop.db, id, shop.clock.now());
  } catch (error) {
    shop.log.error(
      { err: error, userId: id },
      'a closed account could not be deleted at the identity service yet',
    );
  }
}

/**
 * Tries again for closed accounts that are not deleted there yet, for about ten seconds: where the service does not answer, each
 * waits for its time limit. Called every minute.
 */
export async function forgetIdentities(shop: Shop): Promise<void> {
  const until = after(shop.clock.now(), mostMs);
  const due = await listClosedToForget(shop.db, {
    issuers: shop.identity.deletes,
    most: batchSize,
  });
  for (const user of due) {
    await forgetIdentity(shop, user);
    if (shop.clock.now() >= until) return;
  }
}
