import type { ErrorCode } from '#contract/errors.ts';
import { refuse } from '#server/http/refusal.ts';
import type { Customer } from '#server/http/who.ts';
import type { Database } from '#server/shop.ts';
import { lockOpenUser } from './store.ts';

/** What a customer keeps by names of their own. */
interface Named {
  readonly table: 'addresses' | 'saved_lists';
  readonly who: Pick<Customer, 'userId' | 'tokenHash'>;
  readonly id: string;
  readonly name: string;
}

/** The form in which names of one person are compared. */
export const nameKey = (name: string): string => name.toLowerCase();

/**
 * Locks the account, so that it is not closed meanwhile and two writers count each other, and refuses with `session_expired`,
 * `name_taken`, or `full` when the customer keeps `most` others.
 */
export async function claimName(
  tx: Database,
  { table, who, id, name }: Named,
  { most, full }: { readonly most: number; readonly full: ErrorCode },
): Promise<void> {
  if (!(await lockOpenUser(tx, who))) refuse('session_expired');
  const others = await tx
    .selectFrom(table)
    .select('name_key')
    .where('user_id', '=', who.userId)
    .where('id', '<>', id)
    .execute();
  if (others.some((other) => other.name_key === nameKey(name))) refuse('name_taken');
  if (others.length >= most) refuse(full);
}
