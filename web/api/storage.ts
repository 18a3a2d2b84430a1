/** Uses a storage of the browser; undefined on the server, and where storage is forbidden or full. */
export function tryStorage<Value>(access: () => Value): Value | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
