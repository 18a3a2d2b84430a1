import { sql, type RawBuilder } from 'kysely';

/** The highest character, which sorts behind what follows a beginning. */
const last = String.fromCodePoint(0x10_ff_ff);

/** Whether a text in small letters begins as somebody typed it: a range, which an index answers, and then exactly. */
export function textBegins(text: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const begin = sql`lower(${typed.trim()}::text)`;
  return sql<boolean>`(${text} >= ${begin} and ${text} < ${begin} || ${last}::text and starts_with(${text}, ${begin}))`;
}
