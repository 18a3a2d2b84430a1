/** The specification's verbatim strings: a namespace, of which a page loads what it shows. */
export * as texts from './specified-texts.ts';

/** Sizes and times that the specification fixes (Spec §9). */
export const limits = Object.freeze({
  passwordMin: 6,
  ratingMin: 1,
  ratingMax: 5,
  ratingDefault: 5,
  detailsToastMs: 10_000,
  maxToasts: 20,
  toastMaxWidthPx: 350,
  popupWidthPx: 500,
  popupHeightPx: 600,
});
