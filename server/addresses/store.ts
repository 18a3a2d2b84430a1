import type { Address } from '#contract/addresses.ts';
import type { Database } from '#server/shop.ts';
import { nameKey } from '#server/users/name-kept-row.ts';

/** A customer's address book: the default first, then by name. */
export function listAddressesOf(db: Database, userId: string) {
  return db
    .selectFrom('addresses')
    .select(['id', 'name', 'address', 'phone', 'is_default'])
    .where('user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('name_key')
    .execute();
}

/** An address as the API answers it. */
export function showAddress(row: Awaited<ReturnType<typeof listAddressesOf>>[number]): Address {
  const { id, name, address, phone, is_default } = row;
  return { _id: id, name, address, phone, isDefault: is_default };
}

/** Writes an address, new or not; if it is the default, no other is. */
export async function writeAddress(
  tx: Database,
  userId: string,
  { _id, name, address, phone, isDefault, now }: Address & { readonly now: Date },
): Promise<void> {
  if (isDefault)
    await tx
      .updateTable('addresses')
      .set({ is_default: false })
      .where('user_id', '=', userId)
      .where('id', '<>', _id)
      .where('is_default', '=', true)
      .execute();
  const columns = {
    name,
    name_key: nameKey(name),
    address,
    phone,
    is_default: isDefault,
    updated_at: now,
  };
  await tx
    .insertInto('addresses')
    .values({ user_id: userId, id: _id, ...columns })
    .onConflict((known) => known.columns(['user_id', 'id']).doUpdateSet(columns))
    .execute();
}

export async function deleteAddress(db: Database, userId: string, id: string): Promise<void> {
  await db.deleteFrom('addresses').where('user_id', '=', userId).where('id', '=', id).execute();
}

/** Of an account that is closed, removed, or passes to another person. */
export async function deleteAddressesOf(tx: Database, userId: string): Promise<void> {
  await tx.deleteFrom('addresses').where('user_id', '=', userId).execute();
}
