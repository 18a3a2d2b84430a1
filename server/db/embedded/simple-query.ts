/** The wire protocol's Query message for an SQL text. */
export function simpleQuery(sql: string): Uint8Array {
  const message = Buffer.alloc(1 + 4 + Buffer.byteLength(sql) + 1);
  message.write('Q', 0);
  message.writeUInt32BE(message.length - 1, 1);
  message.write(sql, 5);
  return message;
}
