/** Uses a storage of the browser; undefined on the server, and where storage is forbidden or full. */
export function tryStorage<Value>(use: () => Value): Value | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
