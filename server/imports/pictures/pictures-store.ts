import { sql } from 'kysely';
import { countRows } from '#server/db/page.ts';
import type { Database } from '#server/shop.ts';

/** What became of a picture that a file names: the address under which the shop has it, or why it cannot be had. */
export type TakenPicture = { readonly url: string } | { readonly reason: string };

/** Notes pictures that have to be taken; of those that are the shop's own already also where they are. */
export async function notePictures(
  tx: Database,
  id: string,
  sources: readonly string[],
): Promise<void> {
  if (sources.length === 0) return;
  await sql`
    insert into import_pictures (import_id, source, url)
      select ${id}, u.source, i.url from unnest(${[...new Set(sources)]}::text[]) as u (source)
      left join images i on i.url = u.source and i.leaving_since is null
      on conflict do nothing`.execute(tx);
}

/** How many pictures of an import there are, and how many of them have been dealt with. */
export async function countPictures(db: Database, id: string) {
  const of = db.selectFrom('import_pictures').where('import_id', '=', id);
  const { count: all } = await countRows(of);
  const { count: left } = await countRows(of.where('url', 'is', null).where('reason', 'is', null));
  return { pictures: all, pictures_done: all - left };
}

/** Pictures that nobody has tried to take yet. */
export async function listUntaken(db: Database, id: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('import_pictures')
    .select('source')
    .where('import_id', '=', id)
    .where('url', 'is', null)
    .where('reason', 'is', null)
    .orderBy('source')
    .limit(most)
    .execute();
  return rows.map(({ source }) => source);
}

export async function noteTaken(
  tx: Database,
  { id, source }: { readonly id: string; readonly source: string },
  outcome: TakenPicture,
): Promise<void> {
  await tx
    .updateTable('import_pictures')
    .set(outcome)
    .where('import_id', '=', id)
    .where('source', '=', source)
    .execute();
  await tx
    .updateTable('imports')
    .set({ pictures_done: sql`pictures_done + 1` })
    .where('id', '=', id)
    .execute();
}

/** What became of these pictures; those that nobody tried to take are left out. */
export async function findTaken(
  tx: Database,
  id: string,
  sources: readonly string[],
): Promise<Map<string, TakenPicture>> {
  if (sources.length === 0) return new Map();
  const rows = await tx
    .selectFrom('import_pictures')
    .select(['source', 'url', 'reason'])
    .where('import_id', '=', id)
    .where('source', '=', sql<string>`any(${[...new Set(sources)]}::text[])`)
    .execute();
  return new Map(
    rows.flatMap(({ source, url, reason }): [string, TakenPicture][] => {
      if (url !== null) return [[source, { url }]];
      return reason === null ? [] : [[source, { reason }]];
    }),
  );
}

/** Notes at how many more places a picture is left out. */
export async function addLacking(tx: Database, id: string, places: number): Promise<void> {
  if (places === 0) return;
  await tx
    .updateTable('imports')
    .set({ pictures_lacking: sql`pictures_lacking + ${places}` })
    .where('id', '=', id)
    .execute();
}
