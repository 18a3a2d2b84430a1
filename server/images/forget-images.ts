import { inTransaction } from '#server/db/transaction.ts';
import {
  deleteImage,
  listLeavingImages,
  lockLeavingImage,
  markUnusedImages,
  postponeLeavingImage,
} from './store.ts';
import type { Shop } from '#server/shop.ts';

const mostAtOnce = 100;
/** A failure that takes longer is of a host that does not answer, and that would not answer about the others either. */
const silenceMs = 1_000;

/**
 * Deletes pictures that neither a part nor an order has shown for a week. They are marked first, so that nobody takes them, then
 * the files go, then the row: after a crash in between the mark is found again. A picture whose files cannot be deleted is logged and
 * tried again after the others; when its host does not answer, the others wait for the next minute, because the embedded database
 * serves nobody else meanwhile. Called every minute.
 */
export async function forgetImages({ db, images, clock, log }: Shop): Promise<void> {
  const wanted = { now: clock.now(), most: mostAtOnce };
  await inTransaction(db, (tx) => markUnusedImages(tx, wanted));
  for (const url of await listLeavingImages(db, mostAtOnce)) {
    const answers = await inTransaction(db, async (tx) => {
      if (!(await lockLeavingImage(tx, url))) return true;
      const began = performance.now();
      // Under the lock: whoever uploads the same picture waits, and then writes the files again.
      try {
        await images.remove(url);
      } catch (error) {
        log.error({ err: error, image: url }, 'a picture could not be deleted and is tried again');
        await postponeLeavingImage(tx, url, wanted.now);
        return performance.now() - began < silenceMs;
      }
      await deleteImage(tx, url);
      return true;
    });
    if (!answers) return;
  }
}
