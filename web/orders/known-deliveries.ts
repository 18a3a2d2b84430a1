import type { Address } from '#contract/addresses.ts';

/** The delivery fields of the order form. */
export interface Delivery {
  readonly address: string;
  readonly phone: string;
}

/** A known address and phone of a customer, with the label of its button. */
export interface KnownDelivery extends Delivery {
  readonly words: string;
}

/**
 * What can be filled into the order form, the initial values first: the default of the address book, else the last order's.
 * Of what is the same only the book's is named.
 */
export function knownDeliveries(
  lastOrder: Delivery | undefined,
  profile: Delivery | undefined,
  book: readonly Address[] = [],
): KnownDelivery[] {
  const named = book.map(({ name, address, phone }) => ({ words: name, address, phone }));
  const used = withoutBook(lastOrder, profile);
  const unnamed = used.filter(
    (one) => !named.some((other) => isSame(one, other)) && (book.length === 0 || !isEmpty(one)),
  );
  const begin = book.findIndex(({ isDefault }) => isDefault);
  const asLast = named.find((one) => lastOrder !== undefined && isSame(one, lastOrder));
  const first = named[begin] ?? asLast;
  const all = [...unnamed, ...named];
  return first ? [first, ...all.filter((one) => one !== first)] : all;
}

const isEmpty = ({ address, phone }: Delivery): boolean => `${address}${phone}`.trim() === '';

/** The last order's, and the profile's if it differs. Empty profile fields keep the last order's value. */
function withoutBook(
  lastOrder: Delivery | undefined,
  profile: Delivery | undefined,
): KnownDelivery[] {
  const ofProfile = {
    address: profile?.address.trim() || (lastOrder?.address ?? ''),
    phone: profile?.phone.trim() || (lastOrder?.phone ?? ''),
  };
  const known: KnownDelivery[] = [{ words: 'As in my profile', ...ofProfile }];
  if (lastOrder === undefined) return known;
  const { address, phone } = lastOrder;
  const first = { words: 'As in the last order', address, phone };
  return isSame(first, ofProfile) ? [first] : [first, ...known];
}

/** Whether two are the same, apart from spaces around them. */
export function isSame(one: Delivery, other: Delivery): boolean {
  return one.address.trim() === other.address.trim() && one.phone.trim() === other.phone.trim();
}
