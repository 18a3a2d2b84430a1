import { sql, type RawBuilder } from 'kysely';

/** After every character that a number key can have. */
const last = '\u{10ffff}';

/**
 * Whether a part's own number key begins like this, and whether another number's does: as a range, because a plan that is kept for any values
 * does not use an index for `like`. The first column's index has the order of bytes by its operators, the other column has it by itself.
 */
export const numberBegins = {
  own: (key: string): RawBuilder<boolean> =>
    sql`part_number_key ~>=~ ${key} and part_number_key ~<~ ${key + last}`,
  other: (key: string): RawBuilder<boolean> =>
    sql`number_key >= ${key} and number_key < ${key + last}`,
};
