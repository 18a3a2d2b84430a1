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
 * What can be filled into the order form, the initial values first: those of the last order, and those of the profile if
 * they differ. Empty profile fields keep the last order's value.
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

/** Whether two are the same, apart from spaces around them. */
export function isSame(one: Delivery, other: Delivery): boolean {
  return one.address.trim() === other.address.trim() && one.phone.trim() === other.phone.trim();
}
