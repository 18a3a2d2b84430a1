import { sql, type RawBuilder } from 'kysely';
import { partNumberKey } from '#contract/part-rules.ts';
import { containsText } from '#server/db/contains-text.ts';
import { wordsOf } from '#server/search/fold.ts';
import { numberBegins } from '#server/db/number-beginning.ts';
import {
  all,
  matches,
  matching,
  prefixWords,
  textWords,
  type Condition,
} from '#server/search/own-words.ts';

/** Rows that each way to look looks at, at most, so that a list is answered as fast in a large catalogue as in a small one. */
const most = { lookedAt: 4000, byNumber: 200, lookedThrough: 5000 };

/** What an admin typed, and which parts are asked for. */
export interface Meant {
  readonly typed: string;
  /** The part types of which a name has all the words; none if others than parts on sale are asked for. */
  readonly types: readonly string[];
  /** Parts of the list, which those that are found have to be. */
  readonly listed: RawBuilder<boolean>;
  /** Whether an index has just these, newest first. */
  readonly hasIndex: boolean;
  /** What else a part of the list must be, as a condition on `parts` that is asked last: it takes a look elsewhere for each part. */
  readonly also?: RawBuilder<boolean> | undefined;
  /** So many parts of each way to look are enough. */
  readonly enough: number;
}

/**
 * Whether a part is among those that an admin means by this text: they have its words, or a number that begins like it. When none has, it is those
 * that have words that begin like its words; and when none has these, those of the newest in whose name or brand it stands somewhere. Of
 * 'name · number', as pages name a part, the number is enough.
 */
export function isMeantBy(meant: Meant): RawBuilder<boolean> {
  const { typed, types, listed, also = sql`true`, enough } = meant;
  // A single character begins half of all words.
  const words = wordsOf(typed).filter((word) => word.length > 1);
  const key = partNumberKey(typed);
  const sides = typed.split('·').map(partNumberKey);
  const contains = containsText(typed, [sql.ref('name'), sql.ref('brand')]);
  const ofTypes = newestOf(types, meant);
  const has = { name: 'has_words', condition: all(words.map(textWords)) };
  const begin = { name: 'words_begin', condition: prefixWords(words) };
  const ofText = havingWords(has, meant);
  // Two letters begin so many words that their places take an index long.
  const mayBegin = words.some((word) => word.length > 2);
  const known = [
    ...(words.length === 0
      ? []
      : [types.length === 0 ? ofText : unlessEnough(ofTypes, ofText, enough)]),
    ...(key === ''
      ? []
      : [
          sql`(select ctid from parts where ${numberBegins.own(key)} limit ${most.byNumber})`,
          havingNumber(numberBegins.other(key)),
        ]),
    ...(sides.length === 1
      ? []
      : [
          sql`(select ctid from parts where part_number_key = any (${sides}) limit ${most.byNumber})`,
          havingNumber(sql`number_key = any (${sides})`),
        ]),
  ];
  const ways = [
    ...(known.length === 0 ? [] : [sql.join(known, sql` union all `)]),
    ...(mayBegin ? [havingWords(begin, meant)] : []),
    sql`(select ctid from (select ctid, * from parts order by id desc limit ${most.lookedThrough}) as parts where ${contains} and ${listed} and ${also} limit ${enough})`,
  ];
  const wordsLooked = words.length === 0 ? [] : [has, ...(mayBegin ? [begin] : [])];
  const isWalked = meant.hasIndex && wordsLooked.length > 0;
  return firstThatFinds(ways, isWalked ? [newestListed(wordsLooked, meant)] : []);
}

/** Words, and the name of the column that says whether one of the newest parts has them. */
interface LookedFor {
  readonly name: string;
  readonly condition: Condition;
}

/** Of a list that has an index of its own its newest parts are looked through, which are read once for all ways, else the first that the words find. */
function havingWords(
  { name, condition }: LookedFor,
  { listed, hasIndex, also = sql`true`, enough }: Meant,
): RawBuilder<unknown> {
  const [looked, isMeant] = hasIndex
    ? [sql`newest`, sql.ref(name)]
    : [
        sql`(select ctid, * from parts where ${matching(condition)} limit ${most.lookedAt})`,
        listed,
      ];
  return sql`(select ctid from ${looked} as parts where ${isMeant} and ${also} limit ${enough})`;
}

function newestListed(each: readonly LookedFor[], { listed }: Meant): RawBuilder<unknown> {
  const columns = each.map(({ name, condition }) => sql`${matches(condition)} as ${sql.ref(name)}`);
  return sql`newest as materialized (select ctid, id, ${sql.join(columns)} from parts where ${listed} order by created_at desc, id desc limit ${most.lookedAt})`;
}

/**
 * The newest parts on sale of each type. Two comparisons instead of an equation, so that the index by type has their order, and not the index of all
 * parts, which would be walked through for the few of a type.
 */
function newestOf(types: readonly string[], { enough }: Meant): RawBuilder<unknown> {
  return sql`(select its.ctid from unnest(${types}::text[]) type (id), lateral (
    select ctid, created_at, id from parts where type_id >= type.id and type_id <= type.id and archived_at is null
      order by type_id, created_at desc, id desc limit ${enough}) its
    order by its.created_at desc, its.id desc limit ${enough})`;
}

/** What the first finds, and what the second does if that is not enough: words that stand in many texts take the index long. */
function unlessEnough(
  first: RawBuilder<unknown>,
  second: RawBuilder<unknown>,
  enough: number,
): RawBuilder<unknown> {
  return sql`(with first as materialized ${first}
    select ctid from first union all select ctid from ${second} second where (select count(*) from first) < ${enough})`;
}

function havingNumber(condition: Condition): RawBuilder<unknown> {
  return sql`(select p.ctid from (select part_id from part_numbers where ${condition} limit ${most.byNumber}) n join parts p on p.id = n.part_id)`;
}

const wayName = (at: number) => sql.ref(`way_${at}`);

/** Whether a part is among what the first of these statements finds that finds any; those after it are not run. */
function firstThatFinds(
  ways: readonly RawBuilder<unknown>[],
  read: readonly RawBuilder<unknown>[],
): RawBuilder<boolean> {
  const named = ways.map((way, at) => {
    const before = ways
      .slice(0, at)
      .map((_, other) => sql`not exists (select from ${wayName(other)})`);
    const condition = before.length === 0 ? sql`` : sql`where ${sql.join(before, sql` and `)}`;
    return sql`${wayName(at)} as materialized (select ctid from (${way}) its ${condition})`;
  });
  const each = ways.map((_, at) => sql`select ctid from ${wayName(at)}`);
  // An array of their places in the table, which hold for one statement, so that parts are fetched without looking for each in an index.
  return sql<boolean>`parts.ctid = any (array(with ${sql.join([...read, ...named])} ${sql.join(each, sql` union all `)}))`;
}
