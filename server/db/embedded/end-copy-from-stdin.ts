const copyFail = Buffer.concat([
  Buffer.from('f'),
  Buffer.from([0, 0, 0, 36]),
  Buffer.from('not possible on the embedded DB\0'),
]);

const syncMessage = Buffer.from([0x53, 0, 0, 0, 4]);

/**
 * Adds a CopyFail message to a batch with `copy … from stdin`. PGlite would otherwise look for the rows after the batch,
 * reach the end of its input and exit. PostgreSQL ignores the message elsewhere, so a false match does no harm.
 */
export function endCopyFromStdin(batch: Uint8Array): Uint8Array {
  const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.byteLength);
  if (!/stdin/i.test(bytes.toString('latin1'))) return batch;
  const isSimpleQuery = bytes[0] === 'Q'.charCodeAt(0);
  const end =
    !isSimpleQuery && bytes.subarray(-syncMessage.length).equals(syncMessage)
      ? syncMessage.length
      : 0;
  const cut = bytes.length - end;
  return Buffer.concat([bytes.subarray(0, cut), copyFail, bytes.subarray(cut)]);
}
