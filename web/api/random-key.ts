/** 128 random bits. Not `randomUUID`, which browsers have on https only. */
export function newRandomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}

/** An id for something new, written as the shop's own: a UUID of 128 random bits. */
export function newRandomId(): string {
  return newRandomKey().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
