/** Whether a pattern's key matches a VIN: positions 4 to 8, and after a `|` positions 10 and on. */
export function keyMatches(key: string, vin: string): boolean {
  const [first = '', second = ''] = key.split('|');
  return matches(first, vin.slice(3, 8)) && matches(second, vin.slice(9));
}

/** How much of a VIN a key names: a character counts more than one of several. */
export function keyWeight(key: string): number {
  return charactersOf(key).reduce(
    (sum, one) => sum + (isAny(one) ? 0 : one.startsWith('[') ? 2 : 3),
    0,
  );
}

function matches(key: string, text: string): boolean {
  return charactersOf(key).every(
    (one, at) => at < text.length && (isAny(one) || isOneOf(one, text.charAt(at))),
  );
}

/** `[A-C5]` is one, and so is each other character. */
function charactersOf(key: string): string[] {
  return key.match(/\[[^\]]*\]|[^|]/g) ?? [];
}

const isAny = (one: string) => /^[*#_-]$/.test(one);

function isOneOf(one: string, character: string): boolean {
  if (!one.startsWith('[')) return one === character;
  const alternatives = one.slice(1, -1).matchAll(/(.)-(.)|./g);
  return [...alternatives].some(([single, from, to]) =>
    from && to ? from <= character && character <= to : single === character,
  );
}
