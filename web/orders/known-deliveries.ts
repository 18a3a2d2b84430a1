/** Where an order goes, as the order form asks for it. */
export interface Delivery {
  readonly address: string;
  readonly phone: string;
}

/** An address and phone that the shop knows of a customer, under the words that offer them. */
export interface KnownDelivery extends Delivery {
  readonly words: string;
}

/**
 * What the order form can be filled in with, its start first: the last order's, and the profile's where that says
 * something else. What a profile leaves empty it does not change.
 */
export function knownDeliveries(
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

/** Whether two are the same, but for spaces around them. */
export function isSame(one: Delivery, other: Delivery): boolean {
  return one.address.trim() === other.address.trim() && one.phone.trim() === other.phone.trim();
}
