import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inBatches } from '#server/background/in-batches.ts';
import { wordsVersion } from '#server/db/search-words.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database, Shop } from '#server/shop.ts';
import { listPartTypes } from './types-store.ts';

/** Parts that are marked by one statement. */
const partsAtOnce = 500;
/** Stands for parts without a type. */
const noType = '';

/**
 * Marks the parts of types whose names are others now, by a new version of the taxonomy, so that `indexParts` writes their words anew; after a version
 * that writes other words, all parts. Where it stopped is stored, so a restart goes on from there.
 */
export async function indexTypes({ db }: Pick<Shop, 'db'>): Promise<void> {
  const types = await listPartTypes(db);
  const wanted = new Map([
    [noType, wordsVersion],
    ...types.map(({ id, name, otherNames }): [string, string] => [
      id,
      hashOf([wordsVersion, name, ...otherNames]),
    ]),
  ]);
  const stored = await db.selectFrom('indexed_types').select(['type_id', 'made_of']).execute();
  const madeOf = new Map(stored.map((row) => [row.type_id, row.made_of]));
  const changed = [...wanted].filter(([type, made]) => madeOf.get(type) !== made);
  if (changed.length > 0) await beginAgain(db, changed);
  const begun = await db
    .selectFrom('indexed_types')
    .select('type_id')
    .where('after_id', 'is not', null)
    .execute();
  for (const { type_id: type } of begun) await inBatches(() => markSome(db, type), partsAtOnce);
}

function hashOf(names: readonly string[]): string {
  return createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
}

const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Notes of which names the words are to be made; types without parts have nothing to write. */
async function beginAgain(db: Database, types: readonly [string, string][]): Promise<void> {
  const ids = types.map(([type]) => type);
  const made = types.map(([, madeOf]) => madeOf);
  await sql`
    insert into indexed_types (type_id, made_of, after_id)
      select id, made, case when case id when ${noType} then exists (select from parts where type_id is null)
          else exists (select from parts where type_id = wanted.id) end then ${beforeAll}::uuid end
      from unnest(${ids}::text[], ${made}::text[]) as wanted (id, made)
      on conflict (type_id) do update set made_of = excluded.made_of, after_id = excluded.after_id`.execute(
    db,
  );
}

/** Marks the next parts of a type, and answers how many. */
function markSome(db: Database, type: string): Promise<number> {
  return inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('indexed_types')
      .select('after_id')
      .where('type_id', '=', type)
      .forUpdate()
      .executeTakeFirst();
    const after = row?.after_id ?? null;
    if (after === null) return 0;
    const isOfType = type === noType ? sql`type_id is null` : sql`type_id = ${type}`;
    const { rows } = await sql<{ id: string }>`
      update parts set search_as_of = null from (
        select id from parts where ${isOfType} and id > ${after} order by id limit ${partsAtOnce} for update) marked
        where parts.id = marked.id returning parts.id`.execute(tx);
    const last =
      rows
        .map(({ id }) => id)
        .toSorted()
        .at(-1) ?? null;
    await tx
      .updateTable('indexed_types')
      .set({ after_id: rows.length < partsAtOnce ? null : last })
      .where('type_id', '=', type)
      .execute();
    return rows.length;
  });
}
