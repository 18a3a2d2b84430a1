import { sql, type RawBuilder } from 'kysely';
import type { NumberMatch } from '#contract/search.ts';
import { numberBegins } from '#server/db/number-beginning.ts';
import { forAnyValues } from '#server/db/any-values.ts';
import type { Database } from '#server/shop.ts';
import { editDistance } from './edit-distance.ts';
import {
  all,
  asFigures,
  matching,
  oneWord,
  ownWords,
  quotedWord,
  tellingRuns,
  type Condition,
} from './own-words.ts';

/** A number of a part on sale. */
export interface NumberRow extends NumberMatch {
  readonly partId: string;
  readonly name: string;
  readonly typeId: string | null;
  readonly key: string;
}

/** The most numbers that one search looks at, the most parts of which it does when it looks into the middle of numbers, and that for all numbers of a list. */
const most = { numbers: 200, parts: 1000, nearParts: 5000 };

/** A row that has a whole key, or only a part of one. */
export interface KeyRow extends NumberRow {
  readonly isWhole: boolean;
}

/** SQL: numbers with one of these keys; when there is none and `part` is given, those that begin with it; when there is none, those in which it stands. */
export function withKeys(keys: readonly string[], part: string | undefined): RawBuilder<KeyRow> {
  const exact = rowsOf({
    own: sql`part_number_key = any (${keys}::text[])`,
    other: sql`number_key = any (${keys}::text[])`,
  });
  if (part === undefined)
    return sql`select ${numberColumns}, true as "isWhole" from (${exact}) exact ${forAnyValues}`;
  return sql`
    with exact as materialized (${exact}), ${partly(part)}
    select ${numberColumns}, true as "isWhole" from exact union all select ${numberColumns}, false from begun
    union all select ${numberColumns}, false from inside ${forAnyValues}`;
}

const numberColumns = sql`"partId", name, "typeId", key, kind, number, maker`;

/** A part by one of its numbers; also one that is sold no more. */
export interface KeyedPart extends NumberMatch {
  readonly key: string;
  readonly partId: string;
  readonly isArchived: boolean;
}

/** Rows of one number that are looked at, and those of them that are answered: on sale first. */
const mostOfNumber = { read: 100, answered: 20 };

/** The parts that have one of these numbers, by key and kind: own ones first. */
export async function partsWithKeys(db: Database, keys: readonly string[]): Promise<KeyedPart[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<KeyedPart>`
    select k.key, its.* from unnest(${keys}::text[]) as k (key)
    cross join lateral (
      (select 0 as rank, id as "partId", part_number as own, archived_at is not null as "isArchived",
          'own' as kind, part_number as number, coalesce(brand, '') as maker
        from parts where part_number_key = k.key)
      union all
      (select array_position(array['oe', 'superseded', 'competitor', 'barcode'], n.kind), p.id, p.part_number, p.archived_at is not null,
          n.kind, n.number, n.maker
        from (select * from part_numbers where number_key = k.key limit ${mostOfNumber.read}) n join parts p on p.id = n.part_id
        order by p.archived_at is not null limit ${mostOfNumber.answered})
    ) its
    order by k.key, its.rank, its.own, its."partId"`.execute(db);
  return rows;
}

/** Queries for numbers that begin like this, and for those that have it in them; letters that look like figures count as these. */
function partly(part: string): RawBuilder<unknown> {
  const begun = rowsOf({ own: numberBegins.own(part), other: numberBegins.other(part) });
  const inside = (key: string) =>
    sql`strpos(translate(${sql.ref(key)}, 'OI', '01'), ${asFigures(part)}) > 0`;
  const none = sql`not exists (select from exact) and not exists (select from begun)`;
  return sql`begun as materialized (select ${numberColumns} from (${begun}) its where not exists (select from exact)),
    able as materialized (${having(all(tellingRuns(part).map(oneWord)), { also: none })}),
    inside as materialized (${rowsOf({
      own: sql`id in (select id from able) and ${inside('part_number_key')}`,
      other: sql`part_id in (select id from able) and ${inside('number_key')}`,
    })})`;
}

/** Parts on sale that have these words. */
function having(
  words: Condition,
  { also = sql`true`, limit = most.parts }: { also?: RawBuilder<unknown>; limit?: number },
): RawBuilder<unknown> {
  return sql`select id from parts where ${matching(words)} and archived_at is null and ${also} limit ${limit}`;
}

/**
 * Numbers of parts on sale that are a character or, long ones, two off, by the key that they are near to, the nearest first. One
 * statement; the more keys, the fewer parts are looked at for each.
 */
export async function near(
  db: Database,
  keys: readonly string[],
): Promise<ReadonlyMap<string, NumberRow[]>> {
  const asked = keys.filter((key) => key.length >= 6);
  if (asked.length === 0) return new Map();
  const parts = Math.min(most.parts, Math.floor(most.nearParts / asked.length));
  const { rows } = await sql<NumberRow & { asked: string }>`
    select k.asked, ${numberColumns} from unnest(${asked}::text[], ${asked.map(editsOf)}::integer[], ${asked.map(oneHalf)}::tsquery[]) as k (asked, edits, half)
    cross join lateral (
      with able as materialized (${having(sql`k.half`, { limit: parts })})
      ${rowsOf({
        own: sql`id in (select id from able) and ${isLong('part_number_key')}`,
        other: sql`part_id in (select id from able) and ${isLong('number_key')}`,
        limit: parts * 20,
      })}
    ) its ${forAnyValues}`.execute(db);
  return new Map(
    [...Map.groupBy(rows, (row) => row.asked)].map(([key, its]) => [key, nearestOf(key, its)]),
  );
}

const isLong = (name: string): RawBuilder<unknown> =>
  sql`length(${sql.ref(name)}) between length(k.asked) - k.edits and length(k.asked) + k.edits`;

const editsOf = (key: string): number => (key.length >= 9 ? 2 : 1);

/** Of one wrong character one half of a number knows nothing. */
function oneHalf(key: string): string {
  const half = Math.ceil(key.length / 2);
  const halves = [key.slice(0, half), key.slice(-half)];
  return halves
    .map((part) => `(${ownWords.numberRuns(part).map(quotedWord).join(' & ')})`)
    .join(' | ');
}

function nearestOf(key: string, rows: readonly NumberRow[]): NumberRow[] {
  const mostEdits = editsOf(key);
  return rows
    .map((row) => ({ row, edits: editDistance(asFigures(key), asFigures(row.key), mostEdits) }))
    .filter(({ edits }) => edits <= mostEdits)
    .toSorted((one, other) => one.edits - other.edits)
    .map(({ row }) => row);
}

function rowsOf({
  own,
  other,
  limit = most.numbers,
}: {
  own: RawBuilder<unknown>;
  other: RawBuilder<unknown>;
  limit?: number;
}): RawBuilder<unknown> {
  return sql`
    (select id as "partId", name, type_id as "typeId", part_number_key as key, 'own' as kind, part_number as number,
        coalesce(brand, '') as maker
      from parts where ${own} and part_number_key is not null and archived_at is null limit ${limit})
    union all
    (select p.id, p.name, p.type_id, n.number_key, n.kind, n.number, n.maker
      from (select part_id, number_key, kind, number, maker from part_numbers where ${other} limit ${limit}) n
      join parts p on p.id = n.part_id and p.archived_at is null)`;
}
