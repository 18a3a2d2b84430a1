import { sql } from 'kysely';
import type { Claim } from '#contract/fit-votes.ts';
import { numberKinds } from '#contract/number-kinds.ts';
import type { Fitment, PartNumber, PartPicture } from '#contract/part-lists.ts';
import { partNumberKey } from '#contract/part-rules.ts';
import { prepared, rowsOf } from '#server/db/prepared.ts';
import type { Database } from '#server/shop.ts';

/** What stands in tables of its own, in the order in which it is shown. */
export interface PartLists {
  readonly numbers: PartNumber[];
  readonly pictures: PartPicture[];
  readonly fitments: Fitment[];
}

export async function findPartLists(db: Database, id: string): Promise<PartLists> {
  const [lists] = await rowsOf(db, listsOf({ id }));
  return listsInOrder(lists ?? { numbers: [], pictures: [], fitments: [] });
}

/** SQL: the lists of a part, for a statement that reads the table `parts`. */
export const partLists = [
  sql<PartNumber[]>`(select coalesce(json_agg(its), '[]') from (
    select kind, number, maker from part_numbers where part_id = parts.id) its)`.as('numbers'),
  sql<PartPicture[]>`(select coalesce(json_agg(its), '[]') from (
    select image, alt from part_pictures where part_id = parts.id order by position) its)`.as(
    'pictures',
  ),
  sql<Fitment[]>`(select coalesce(json_agg(its), '[]') from (
    select make, model, year_from as "yearFrom", year_to as "yearTo", engine, position, note, remark, source
      from fitments where part_id = parts.id) its)`.as('fitments'),
] as const;

const listsOf = prepared((db, { id }: { id: string }) =>
  db.selectFrom('parts').select(partLists).where('id', '=', id),
);

/** Lists as they were read, in the order in which they are shown. */
export function listsInOrder({ numbers, pictures, fitments }: PartLists): PartLists {
  return { numbers: inOrder(numbers), pictures, fitments: inOrder(fitments) };
}

/** Numbers by kind and maker, vehicles by make, model and years: the order in which they are shown and compared. */
export function inOrder<Row extends PartNumber | Claim>(rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, keys: sortKeys(row) }))
    .toSorted((one, other) => firstDifference(one.keys, other.keys))
    .map(({ row }) => row);
}

const kinds = Object.keys(numberKinds);

function sortKeys(row: PartNumber | Claim): string[] {
  return 'kind' in row
    ? [String(kinds.indexOf(row.kind)), row.maker, row.number]
    : [row.make, row.model, String(row.yearFrom), row.engine, row.position, row.note];
}

function firstDifference(some: readonly string[], others: readonly string[]): number {
  const place = some.findIndex((key, at) => key !== others[at]);
  return place < 0 ? 0 : compare(some[place] ?? '', others[place] ?? '');
}

const inWords = new Intl.Collator('en', { numeric: true });

/** As people sort; what is the same to them, such as 7 and 07, by its code units, so that rows have one order only. */
function compare(one: string, other: string): number {
  return inWords.compare(one, other) || (one < other ? -1 : Number(one > other));
}

/** Replaces the lists that are given as a whole; the others stay. */
export async function writePartLists(
  tx: Database,
  id: string,
  {
    numbers,
    pictures,
    fitments,
  }: { readonly [Name in keyof PartLists]?: PartLists[Name] | undefined },
): Promise<void> {
  if (numbers) {
    await tx.deleteFrom('part_numbers').where('part_id', '=', id).execute();
    const rows = numbers.map((one) => ({
      part_id: id,
      ...one,
      number_key: partNumberKey(one.number),
    }));
    if (rows.length > 0) await tx.insertInto('part_numbers').values(rows).execute();
  }
  if (pictures) {
    await tx.deleteFrom('part_pictures').where('part_id', '=', id).execute();
    const rows = pictures.map((one, index) => ({ part_id: id, position: index + 1, ...one }));
    if (rows.length > 0) await tx.insertInto('part_pictures').values(rows).execute();
  }
  if (fitments) {
    await tx.deleteFrom('fitments').where('part_id', '=', id).execute();
    const rows = fitments.map(({ yearFrom, yearTo, ...one }) => ({
      part_id: id,
      ...one,
      year_from: yearFrom,
      year_to: yearTo,
    }));
    if (rows.length > 0) await tx.insertInto('fitments').values(rows).execute();
  }
}
