import { sql } from 'kysely';
import { hourMs } from '#contract/durations.ts';
import { inBatches } from '#server/background/in-batches.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { listAllModels } from '#server/parts/vehicles-store.ts';
import type { Database, Shop } from '#server/shop.ts';
import { vehiclesOf } from './kept-vehicles.ts';

/** Parts that one statement rewrites: orders of them wait meanwhile. */
const partsAtOnce = 200;
/** More models nobody has. */
const mostModels = 50_000;

/** When this process has been through all models, and with which vehicles and names of admins. */
const done = new WeakMap<Database, { readonly added: string; readonly at: number }>();

/**
 * Gives vehicles of fitments the shop's spelling: those from before the shop knew them, and those whose name an admin has explained since. The words
 * by which the parts are found are written anew after it. Goes through the models after each start and each change by an admin,
 * and once an hour: copies of an older version, and imports that are undone, write names of before.
 */
export async function spellVehicles({
  db,
  clock,
  publicPagesChanged,
}: Pick<Shop, 'db' | 'clock' | 'publicPagesChanged'>): Promise<void> {
  const vehicles = await vehiclesOf(db);
  const now = clock.now().getTime();
  const before = done.get(db);
  if (before?.added === vehicles.added && now < before.at + hourMs) return;
  for (const from of await listAllModels(db, mostModels)) {
    const to = vehicles.named(from.make, from.model);
    if (to.make === from.make && to.model === from.model) continue;
    const isThrough = await inBatches(() => spellSome(db, from, to), partsAtOnce);
    publicPagesChanged();
    // The rest comes in the next minute.
    if (!isThrough) return;
  }
  done.set(db, { added: vehicles.added, at: now });
}

interface Vehicle {
  readonly make: string;
  readonly model: string;
}

/** Renames a vehicle at some parts, and answers at how many; where the part has the same fitment under the right name, one is left, with the years of both. */
function spellSome(db: Database, from: Vehicle, to: Vehicle): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from parts where id in (
        select part_id from fitments where make = ${from.make} and model = ${from.model} order by part_id limit ${partsAtOnce})
        order by id for update`.execute(tx);
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await sql`
      with named as (
        delete from fitments where part_id = any (${ids}::uuid[]) and make = ${from.make} and model = ${from.model} returning *)
      insert into fitments (part_id, make, model, year_from, year_to, engine, position, note, remark, source)
        select part_id, ${to.make}, ${to.model}, year_from, year_to, engine, position, note, remark, source from named
        on conflict (part_id, make, model, year_from, engine, position, note)
          do update set year_to = greatest(fitments.year_to, excluded.year_to)`.execute(tx);
    await sql`update parts set search_as_of = null, fitments_as_of = null where id = any (${ids}::uuid[])`.execute(
      tx,
    );
    return ids.length;
  });
}
