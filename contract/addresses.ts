import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { acknowledged, byId, Id, line, text } from './fields.ts';

/** An address to deliver to, under a name of its customer's. */
const NewAddress = z.object({
  /** Not that of another of the customer's addresses, in capitals or not. */
  name: line(64),
  address: text(500),
  phone: line(40),
  /** An order's form starts with it. At most one is; the one before is no longer. */
  isDefault: z.boolean(),
});

export const Address = z.extend(NewAddress, { _id: Id });
export type Address = z.infer<typeof Address>;

/** The address book of a customer. */
export const addressCalls = {
  listAddresses: {
    method: 'GET',
    path: '/my-addresses',
    summary: 'The caller’s address book: the default first, then by name; 50 at most.',
    access: 'customer',
    answer: z.array(Address),
  },
  putAddress: {
    method: 'PUT',
    path: '/my-addresses/{id}',
    summary: 'Keep an address, or change it, under an id that the client chooses.',
    access: 'customer',
    params: byId,
    body: NewAddress,
    ...acknowledged,
    errors: ['name_taken', 'too_many_addresses'],
  },
  deleteAddress: {
    method: 'DELETE',
    path: '/my-addresses/{id}',
    summary: 'Forget an address; also when there is none.',
    access: 'customer',
    params: byId,
    ...acknowledged,
  },
} as const satisfies Record<string, Endpoint>;
