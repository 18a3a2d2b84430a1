import { readdir, rm } from 'node:fs/promises';
import { importLimits } from '#contract/import-fields.ts';
import { idPattern } from '#contract/fields.ts';
import type { ImportShop } from './job.ts';
import { failOldest } from './waiting-store.ts';
import { archiveOf, fileOf } from './work-on-imports.ts';

/** Lets the oldest files that wait make room, so that no more are kept than may be; not those that are being checked. */
export async function makeRoom(shop: ImportShop): Promise<void> {
  const names = await readdir(shop.importFolder);
  const kept = importLimits.kept;
  const gone = await failOldest(
    shop.db,
    names.filter((name) => idPattern.test(name)),
    {
      kept,
      failure: `Its file made room for a newer one: at most ${kept} files wait. Please upload it again.`,
    },
  );
  for (const id of gone)
    for (const place of [fileOf(shop, id), archiveOf(shop, id)]) await rm(place, { force: true });
}
