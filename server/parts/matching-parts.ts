import { sql, type RawBuilder } from 'kysely';
import { partNumberKey } from '#contract/part-rules.ts';
import { containsText } from '#server/db/contains-text.ts';
import { wordsOf } from '#server/search/fold.ts';
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
          sql`(select id from parts where part_number_key like ${`${key}%`} limit ${most.byNumber})`,
          sql`(select part_id from part_numbers where number_key like ${`${key}%`} limit ${most.byNumber})`,
        ]),
    ...(sides.length === 1
      ? []
      : [
          sql`(select id from parts where part_number_key = any (${sides}) limit ${most.byNumber})`,
          sql`(select part_id from part_numbers where number_key = any (${sides}) limit ${most.byNumber})`,
        ]),
  ];
  return firstThatFinds([
    ...(known.length === 0 ? [] : [sql.join(known, sql` union all `)]),
    ...(words.length === 0 ? [] : [havingWords(prefixWords(words))]),
    sql`(select id from (select id, name, brand from parts order by id desc limit ${most.lookedThrough}) newest where ${contains} limit ${most.byWords})`,
  ]);
}

function havingWords(condition: Condition): RawBuilder<unknown> {
  return sql`(select id from parts where ${matching(condition)} limit ${most.byWords})`;
}

const wayName = (at: number) => sql.ref(`way_${at}`);

/** Whether a part is among what the first of these statements finds that finds any; those after it are not run. */
function firstThatFinds(ways: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  const named = ways.map((way, at) => {
    const before = ways
      .slice(0, at)
      .map((_, other) => sql`not exists (select from ${wayName(other)})`);
    const condition = before.length === 0 ? sql`` : sql`where ${sql.join(before, sql` and `)}`;
    return sql`${wayName(at)} as materialized (select id from (${way}) its ${condition})`;
  });
  const each = ways.map((_, at) => sql`select id from ${wayName(at)}`);
  // An array, so that the parts are fetched by their ids.
  return sql<boolean>`parts.id = any (array(with ${sql.join(named)} ${sql.join(each, sql` union all `)}))`;
}
