/** Wording that the specification leaves open (decisions: Texts). */
export const footerDescription =
  'Spare parts for workshops, fleets and resellers: sold in bulk, at wholesale prices, from stock we can count.';
