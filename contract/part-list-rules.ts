/** How many of each a part may have. */
export const mostOfAPart = {
  numbers: 200,
  pictures: 12,
  fitments: 1000,
  attributes: 60,
  priceBreaks: 8,
} as const;

/** Where a part sits in a vehicle, as far as the type leaves it open. */
export const fitPositions = [
  'front',
  'rear',
  'left',
  'right',
  'front left',
  'front right',
  'rear left',
  'rear right',
  'upper',
  'lower',
  'inner',
  'outer',
] as const;
