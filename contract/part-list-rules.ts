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

/** Kinds of numbers beside the shop's own one, as forms and pages name them. */
export const numberKinds = {
  oe: 'Original equipment',
  competitor: 'Competitor',
  superseded: 'Old number',
  barcode: 'Barcode',
} as const;
