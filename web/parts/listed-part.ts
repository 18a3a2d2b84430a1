import type { FoundPart } from '#contract/search.ts';
import type { Part } from '#contract/parts.ts';

/** What lists show of a part. A page's data is sent once more for its scripts, so it has nothing else. */
export type ListedPart = Pick<
  Part,
  | '_id'
  | 'name'
  | 'image'
  | 'brand'
  | 'partNumber'
  | 'price'
  | 'priceBreaks'
  | 'orderQuantity'
  | 'inStock'
>;

export function listedPart(part: Part): ListedPart {
  const { _id, name, image, brand, partNumber, price, priceBreaks, orderQuantity, inStock } = part;
  return { _id, name, image, brand, partNumber, price, priceBreaks, orderQuantity, inStock };
}

/** A found part with why it was found, whether it fits the vehicle of the address, and in a table with what is measured of it. */
export type ListedFoundPart = ListedPart & Pick<FoundPart, 'match' | 'attributes' | 'fit'>;

export function listedFoundPart(part: FoundPart, view: 'grid' | 'table'): ListedFoundPart {
  const { match, attributes, fit } = part;
  return {
    ...listedPart(part),
    ...(match && { match }),
    ...(fit && { fit }),
    ...(view === 'table' && attributes && { attributes }),
  };
}
