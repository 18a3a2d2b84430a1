/** Kinds of numbers beside the shop's own one, as forms and pages name them. */
export const numberKinds = {
  oe: 'Original equipment',
  competitor: 'Competitor',
  superseded: 'Old number',
  barcode: 'Barcode',
} as const;
