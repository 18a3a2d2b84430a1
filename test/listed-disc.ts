import type { ListedFoundPart } from '#web/parts/listed-part.ts';

/** A found part as lists show it, whose name has signs that HTML escapes. */
export const listedDisc: ListedFoundPart = {
  _id: '5f0f7c3e-0000-4000-8000-000000000001',
  name: 'Brake disc "312" <vented> & more',
  image: '/pictures/brake-disc.webp',
  brand: 'Brakkenfeld',
  partNumber: 'BD-312',
  price: 1234.5,
  priceBreaks: [{ from: 500, price: 1100 }],
  orderQuantity: 40,
  inStock: 1400,
};
