import { sql } from 'kysely';
import type { Counted } from '#contract/counted.ts';
import type { FitmentFaultKind } from '#contract/vehicles.ts';
import { fetchPage, type PageWanted } from '#server/db/page.ts';
import type { FitmentFault } from './fitment-faults.ts';
import type { Database } from '#server/shop.ts';

/** A vehicle as fitments name it. */
export interface NamedSpan {
  readonly make: string;
  readonly model: string;
  readonly yearFrom: number;
  readonly yearTo: number;
}

/** The most different vehicles with years that are read. */
export const mostSpans = 50_000;

/** Each vehicle with its years that fitments name, once: steps through their index, so it takes as long as there are different ones. */
export async function listSpans(db: Database): Promise<NamedSpan[]> {
  const { rows } = await sql<NamedSpan>`
    with recursive spans as (
      (select make, model, year_from, year_to from fitments order by make, model, year_from, year_to limit 1)
      union all
      select next.* from spans cross join lateral (
        select f.make, f.model, f.year_from, f.year_to from fitments f
          where (f.make, f.model, f.year_from, f.year_to) > (spans.make, spans.model, spans.year_from, spans.year_to)
          order by f.make, f.model, f.year_from, f.year_to limit 1) next)
    select make, model, year_from as "yearFrom", year_to as "yearTo" from spans limit ${mostSpans}`.execute(
    db,
  );
  return rows;
}

/** More are not counted. */
const mostCounted = 1000;

/** More parts of a vehicle are not counted: there are many vehicles, and it is looked at each part whether it is on sale. */
const mostOfVehicle = 50;

/** Of more parts of a vehicle it is not looked at which are on sale. */
const mostLooked = 2 * mostOfVehicle;

/** Vehicles with how many parts on sale name each; `more` where there may be others, of which only archived parts were looked at. */
interface SpansOnSale {
  readonly named: readonly (NamedSpan & { readonly parts: Counted })[];
  readonly more: boolean;
}

/**
 * Those of these vehicles that parts on sale name with these years, in their order, and how many do. Archived parts keep their fitments; where a vehicle
 * has more parts than are looked at, its others are taken to be on sale.
 */
export async function withParts(db: Database, spans: readonly NamedSpan[]): Promise<SpansOnSale> {
  // In the order of the index, or all parts of a vehicle would be read.
  const parts = sql`
    select distinct part_id from fitments f
      where f.make = span.make and f.model = span.model and f.year_from = span."yearFrom" and f.year_to = span."yearTo"
      order by part_id`;
  // One by one: joined at once, so many are expected that all parts would be read.
  const { rows } = await sql<NamedSpan & { count: number; isCut: boolean }>`
    select span.make, span.model, span."yearFrom", span."yearTo", its.count, looked."isCut"
      from rows from (jsonb_to_recordset(${JSON.stringify(spans)}::jsonb)
        as (make text, model text, "yearFrom" integer, "yearTo" integer)) with ordinality as span (make, model, "yearFrom", "yearTo", place)
      cross join lateral (
        select count(*)::int as count from (
          select from (${parts} limit ${mostLooked}) named
            cross join lateral (select from parts where parts.id = named.part_id and parts.archived_at is null limit 1) sold
            limit ${mostOfVehicle + 1}) found) its
      cross join lateral (
        select case when its.count > ${mostOfVehicle} then true else exists (${parts} limit 1 offset ${mostLooked}) end as "isCut") looked
      where its.count > 0 or looked."isCut"
      order by place`.execute(db);
  const onSale = rows.filter(({ count }) => count > 0);
  return {
    named: onSale.map(({ count, isCut, ...span }) => ({
      ...span,
      parts: { count: Math.min(count, mostOfVehicle), more: isCut },
    })),
    more: onSale.length < rows.length,
  };
}

/** Parts with a fault of a kind, in the order of their ids; a part with several has its first. */
export function listFaults(
  db: Database,
  { kind, ...wanted }: PageWanted & { readonly kind: FitmentFaultKind },
) {
  if (kind === 'doubted') return listDoubted(db, wanted);
  const list = db
    .selectFrom('parts')
    .innerJoin('fitment_faults', 'fitment_faults.part_id', 'parts.id')
    .select(['parts.id', 'name', 'part_number', 'image', 'details'])
    .where('kind', '=', kind)
    .where(
      sql<boolean>`details = (select min(other.details) from fitment_faults other where other.part_id = parts.id and other.kind = ${kind})`,
    );
  // The order of the index of faults.
  const order = {
    by: sql.ref('fitment_faults.kind'),
    id: sql.ref('fitment_faults.part_id'),
    type: 'text',
    descending: false,
  } as const;
  return fetchPage(list, order, wanted);
}

/** Parts on sale whose vehicles too many buyers contradict, in the order of their ids. */
function listDoubted(db: Database, wanted: PageWanted) {
  const list = db
    .selectFrom('parts')
    .innerJoin('fit_counts', 'fit_counts.part_id', 'parts.id')
    .select(['parts.id', 'name', 'part_number', 'image', 'doubted as details'])
    .where('archived_at', 'is', null)
    .where('doubted', '<>', '');
  // There are few of them.
  const by = sql`fit_counts.part_id::text`;
  const id = sql.ref('fit_counts.part_id');
  return fetchPage(list, { by, id, type: 'text', descending: false }, wanted);
}

/** How many parts have a fault of a kind. */
export function countFaults(db: Database, kind: FitmentFaultKind): Promise<Counted> {
  if (kind === 'doubted')
    return counted(
      db,
      sql`select part_id from fit_counts join parts on parts.id = part_id where doubted <> '' and archived_at is null`,
    );
  return counted(db, sql`select distinct part_id from fitment_faults where kind = ${kind}`);
}

/** How many parts have to be looked at. */
export function countUnchecked(db: Database): Promise<Counted> {
  return counted(db, sql`select id from parts where fitments_as_of is distinct from updated_at`);
}

async function counted(db: Database, rows: ReturnType<typeof sql>): Promise<Counted> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*)::int as count from (${rows} limit ${mostCounted + 1}) its`.execute(db);
  return upToMost(found[0]?.count ?? 0);
}

function upToMost(count: number): Counted {
  return { count: Math.min(count, mostCounted), more: count > mostCounted };
}

/** Writes the faults of a part in place of those before. */
export async function writeFaults(
  tx: Database,
  faults: readonly (FitmentFault & { readonly part_id: string })[],
  parts: readonly string[],
): Promise<void> {
  await tx.deleteFrom('fitment_faults').where('part_id', 'in', parts).execute();
  if (faults.length > 0)
    await tx
      .insertInto('fitment_faults')
      .values([...faults])
      .onConflict((same) => same.doNothing())
      .execute();
}
