import type { Shop } from '#server/shop.ts';
import { listClosedToForget, noteIdentityDeleted } from './account-removal-store.ts';
import type { UserRow } from './store.ts';

const mostAtOnce = 50;

/**
 * Has the identity service forget a closed account. The shop has forgotten it already and lets nobody in with it; what fails
 * now the minutely work does. Never rejects.
 */
export async function forgetIdentity(
  shop: Shop,
  { id, subject }: Pick<UserRow, 'id' | 'subject'>,
): Promise<void> {
  try {
    await shop.identity.deleteAccount(subject);
    await noteIdentityDeleted(shop.db, id, shop.clock.now());
  } catch (error) {
    shop.log.error(
      { err: error, userId: id },
      'the identity service has not forgotten a closed account yet',
    );
  }
}

/** Has it forget those it could not forget at once; called every minute. */
export async function forgetIdentities(shop: Shop): Promise<void> {
  for (const user of await listClosedToForget(shop.db, mostAtOnce))
    await forgetIdentity(shop, user);
}
