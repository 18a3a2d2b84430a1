/** Keeps a value in a map whose first entries are those that were used the longest ago; of more than `most` the first is forgotten. */
export function putLast<Value>(
  map: Map<string, Value>,
  { key, value, most }: { readonly key: string; readonly value: Value; readonly most: number },
): void {
  map.delete(key);
  map.set(key, value);
  const oldest = map.size > most ? map.keys().next().value : undefined;
  if (oldest !== undefined) map.delete(oldest);
}
