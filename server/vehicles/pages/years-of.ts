/** All years of these spans, each once, the latest first. */
export function yearsOf(
  spans: readonly { readonly from: number; readonly to: number }[],
): number[] {
  const years = spans.flatMap(({ from, to }) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  );
  return [...new Set(years)].toSorted((one, other) => other - one);
}
