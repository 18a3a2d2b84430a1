import { sql, type RawBuilder } from 'kysely';
import { partNumberKey } from '#contract/part-rules.ts';
import { containsText } from '#server/db/contains-text.ts';
import { wordsOf } from '#server/search/fold.ts';
import { prefixWords } from '#server/search/own-words.ts';

/** What each way to look finds at most, so that a list is answered as fast in a large catalogue as in a small one. */
const most = { byWords: 2000, byNumber: 200, lookedThrough: 5000 };

/**
 * Whether a part is among those that an admin means by this text: they have words that begin like its words, or a number that begins like it,
 * or it stands somewhere in the name or brand of one of the newest parts. Of 'name · number', as pages name a part, the number is enough.
 */
export function isMeantBy(typed: string): RawBuilder<boolean> {
  // A single character begins half of all words.
  const words = wordsOf(typed).filter((word) => word.length > 1);
  const key = partNumberKey(typed);
  const sides = typed.split('·').map(partNumberKey);
  const ways = [
    sql`(select id from (select id, name, brand from parts order by id desc limit ${most.lookedThrough}) newest
      where ${containsText(typed, [sql.ref('name'), sql.ref('brand')])})`,
    ...(words.length === 0
      ? []
      : [sql`(select id from parts where search @@ ${prefixWords(words)} limit ${most.byWords})`]),
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
  return sql<boolean>`parts.id in (${sql.join(ways, sql` union all `)})`;
}
