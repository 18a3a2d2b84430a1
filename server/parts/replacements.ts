import { sql } from 'kysely';
import type { NamedPart } from '#contract/parts.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Database } from '#server/shop.ts';

/** No chain is longer. */
const longestChain = 50;

/**
 * Refuses with `replacement_unknown` when there is no such part, and with `replacement_loops` when the chain of what replaces it
 * leads back to the part. The chain stays as it is until the end of the transaction.
 */
export async function refuseLoop(tx: Database, id: string, replacedBy: string): Promise<void> {
  let next: string | null = replacedBy;
  for (let length = 1; next !== null; length += 1) {
    if (next === id || length > longestChain) refuse('replacement_loops');
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

/**
 * What a buyer of the part takes instead: the last of the chain that can be bought, else the last that is on sale; undefined when
 * none is.
 */
export async function findReplacement(db: Database, id: string): Promise<NamedPart | undefined> {
  const { rows } = await sql<NamedPart>`
    with recursive chain (id, length) as (
      select replaced_by, 1 from parts where id = ${id} and replaced_by is not null
      union all
      select p.replaced_by, c.length + 1 from chain c join parts p on p.id = c.id
        where p.replaced_by is not null and c.length < ${longestChain}
    )
    select p.id as _id, p.name, p.part_number as "partNumber" from chain c join parts p on p.id = c.id
      where p.archived_at is null order by p.in_stock >= p.order_quantity desc, c.length desc limit 1`.execute(
    db,
  );
  return rows[0];
}

/** The parts that this one replaces, without those before them. */
export function listReplaced(db: Database, id: string): Promise<NamedPart[]> {
  return db
    .selectFrom('parts')
    .select(['id as _id', 'name', 'part_number as partNumber'])
    .where('replaced_by', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute();
}
