import { sql } from 'kysely';
import type { NamedPart } from '#contract/parts.ts';
import { refuse } from '#server/http/refusal.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import type { Database } from '#server/shop.ts';

/** No chain is longer. */
const longestChain = 50;

/**
 * Refuses with `replacement_unknown` when there is no such part, with `replacement_loops` when the chain of what replaces it
 * leads back to the part, and with `replacement_too_long`. The chain stays as it is until the end of the transaction; what is
 * put before the part at the same moment is not counted.
 */
export async function refuseLoop(tx: Database, id: string, replacedBy: string): Promise<void> {
  const before = await lengthBefore(tx, id);
  let next: string | null = replacedBy;
  for (let length = 1; next !== null; length += 1) {
    if (next === id) refuse('replacement_loops');
    if (before + length > longestChain) refuse('replacement_too_long');
    const part: { replaced_by: string | null } | undefined = await tx
      .selectFrom('parts')
      .select('replaced_by')
      .where('id', '=', next)
      .forShare()
      .executeTakeFirst();
    if (part === undefined) refuse('replacement_unknown');
    next = part.replaced_by;
  }
}

/** How many parts lead to this one, one after the other. */
async function lengthBefore(tx: Database, id: string): Promise<number> {
  const { rows } = await sql<{ length: number }>`
    with recursive chain (id, length) as (
      select id, 1 from parts where replaced_by = ${id}
      union
      select p.id, c.length + 1 from chain c join parts p on p.replaced_by = c.id
        where c.length < ${longestChain}
    )
    select coalesce(max(length), 0) as length from chain`.execute(tx);
  return rows[0]?.length ?? 0;
}

/**
 * What a buyer of the part takes instead: the last of the chain that can be bought, else the last that is on sale; undefined when
 * none is.
 */
export async function findReplacement(db: Database, id: string): Promise<NamedPart | undefined> {
  return (await rowsOf(db, replacementOf({ id })))[0];
}

const replacementOf = prepared(
  (_, { id }: { id: string }) => sql<NamedPart>`
    with recursive chain (id, length) as (
      select replaced_by, 1 from parts where id = ${id} and replaced_by is not null
      union all
      select p.replaced_by, c.length + 1 from chain c join parts p on p.id = c.id
        where p.replaced_by is not null and c.length < ${sql.lit(longestChain)}
    )
    select p.id as _id, p.name, p.part_number as "partNumber", true as "onSale" from chain c join parts p on p.id = c.id
      where p.archived_at is null order by p.in_stock >= p.order_quantity desc, c.length desc limit 1`,
);

/** A part that another one takes the place of. */
interface Replaced {
  readonly _id: string;
  readonly number: string | null;
  readonly name: string;
  /** The id of what takes its place. */
  readonly by: string;
}

/** As `findReplacement`, for many parts at once, by their ids; without those that nothing on sale replaces. */
export async function findReplacements(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Replaced>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Replaced>`
    with recursive chain (replaced, id, length) as (
      select id, replaced_by, 1 from parts where id = any(${ids}::uuid[]) and replaced_by is not null
      union all
      select c.replaced, p.replaced_by, c.length + 1 from chain c join parts p on p.id = c.id
        where p.replaced_by is not null and c.length < ${longestChain}
    )
    select distinct on (c.replaced) old.id as _id, old.part_number as number, old.name, p.id as by
    from chain c join parts p on p.id = c.id join parts old on old.id = c.replaced
    where p.archived_at is null order by c.replaced, p.in_stock >= p.order_quantity desc, c.length desc`.execute(
    db,
  );
  return new Map(rows.map((row) => [row._id, row]));
}

/** A part that is sold no more, with its shelf; undefined for one that is on sale. */
export function findArchivedPart(db: Database, id: string) {
  return db
    .selectFrom('parts')
    .leftJoin('categories', 'categories.id', 'parts.category_id')
    .select([
      'parts.id as _id',
      'parts.name',
      'parts.part_number as partNumber',
      'parts.category_id as category',
      'categories.name as categoryName',
    ])
    .where('parts.id', '=', id)
    .where('parts.archived_at', 'is not', null)
    .executeTakeFirst();
}

/** SQL: the parts that one replaces, without those before them, for a statement that reads the table `parts`. */
export const replacedParts = sql<NamedPart[]>`(
  select coalesce(json_agg(its), '[]') from (
    select id as "_id", name, part_number as "partNumber", archived_at is null as "onSale" from parts replaced
    where replaced_by = parts.id order by created_at desc, id limit 50) its)`;
