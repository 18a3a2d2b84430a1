const lengths = new Set([8, 12, 13, 14]);

/** Whether a barcode's number is a GTIN, such as an EAN-13: its last digit proves the others (GS1 General Specifications). */
export function isGtin(number: string): boolean {
  const digits = number.replaceAll(/[\s-]/g, '');
  if (!lengths.has(digits.length) || !/^\d+$/.test(digits)) return false;
  const weighed = Array.from(digits, Number)
    .toReversed()
    .map((digit, place) => (place % 2 === 0 ? digit : digit * 3));
  return weighed.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}
