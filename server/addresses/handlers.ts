import type { addressCalls } from '#contract/addresses.ts';
import { mostAddresses } from '#contract/kept-limits.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Handlers } from '#server/http/serve.ts';
import type { Shop } from '#server/shop.ts';
import { claimName } from '#server/users/name-kept-row.ts';
import { deleteAddress, listAddressesOf, showAddress, writeAddress } from './store.ts';

const limit = { most: mostAddresses, full: 'too_many_addresses' } as const;

/** The address book of customers. */
export function addressHandlers({ db, clock }: Shop): Handlers<keyof typeof addressCalls> {
  return {
    async listAddresses({ who }) {
      return (await listAddressesOf(db, who.userId)).map(showAddress);
    },

    async putAddress({ who, params: { id }, body }) {
      await inTransaction(db, async (tx) => {
        await claimName(tx, { table: 'addresses', who, id, name: body.name }, limit);
        await writeAddress(tx, who.userId, { _id: id, ...body, now: clock.now() });
      });
      return { acknowledged: true };
    },

    async deleteAddress({ who, params }) {
      await deleteAddress(db, who.userId, params.id);
      return { acknowledged: true };
    },
  };
}
