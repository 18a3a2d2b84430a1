import { sql, type RawBuilder } from 'kysely';
import { partNumberKey } from '#contract/part-rules.ts';
import { containsText } from '#server/db/contains-text.ts';
import { wordsOf } from '#server/search/fold.ts';
import { numberBegins } from '#server/db/number-beginning.ts';
import { all, matching, prefixWords, textWords, type Condition } from '#server/search/own-words.ts';

/** What each way to look finds at most, so that a list is answered as fast in a large catalogue as in a small one. */
const most = { byWords: 1000, byNumber: 200, lookedThrough: 5000 };

/**
 * Whether a part is among those that an admin means by this text: they have its words, or a number that begins like it. When none has, it is those
 * that have words that begin like its words; and when none has these, those of the newest in whose name or brand it stands somewhere. Of
 * 'name · number', as pages name a part, the number is enough.
 */
export function isMeantBy(typed: string): RawBuilder<boolean> {
  // A single character begins half of all words.
  const words = wordsOf(typed).filter((word) => word.length > 1);
  const key = partNumberKey(typed);
  const sides = typed.split('·').map(partNumberKey);
  const contains = containsText(typed, [sql.ref('name'), sql.ref('brand')]);
  const known = [
    ...(words.length === 0 ? [] : [havingWords(all(words.map(textWords)))]),
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
  return firstThatFinds([
    ...(known.length === 0 ? [] : [sql.join(known, sql` union all `)]),
    ...(words.length === 0 ? [] : [havingWords(prefixWords(words))]),
    sql`(select ctid from (select ctid, name, brand from parts order by id desc limit ${most.lookedThrough}) newest where ${contains} limit ${most.byWords})`,
  ]);
}

function havingWords(condition: Condition): RawBuilder<unknown> {
  return sql`(select ctid from parts where ${matching(condition)} limit ${most.byWords})`;
}

function havingNumber(condition: Condition): RawBuilder<unknown> {
  return sql`(select p.ctid from (select part_id from part_numbers where ${condition} limit ${most.byNumber}) n join parts p on p.id = n.part_id)`;
}

const wayName = (at: number) => sql.ref(`way_${at}`);

/** Whether a part is among what the first of these statements finds that finds any; those after it are not run. */
function firstThatFinds(ways: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  const named = ways.map((way, at) => {
    const before = ways
      .slice(0, at)
      .map((_, other) => sql`not exists (select from ${wayName(other)})`);
    const condition = before.length === 0 ? sql`` : sql`where ${sql.join(before, sql` and `)}`;
    return sql`${wayName(at)} as materialized (select ctid from (${way}) its ${condition})`;
  });
  const each = ways.map((_, at) => sql`select ctid from ${wayName(at)}`);
  // An array of their places in the table, which hold for one statement, so that parts are fetched without looking for each in an index.
  return sql<boolean>`parts.ctid = any (array(with ${sql.join(named)} ${sql.join(each, sql` union all `)}))`;
}
