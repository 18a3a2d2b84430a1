const listeners = new Set<() => void>();

/** Says in this tab that the account's garage is another one now. */
export function garageChanged(): void {
  for (const listener of listeners) listener();
}

/** Returns how to stop. */
export function onGarageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
