/** 128 random bits that nobody else has. Not `randomUUID`: browsers keep that from pages without https. */
export function newRandomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
