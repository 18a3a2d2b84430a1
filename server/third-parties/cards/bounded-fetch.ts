/** Real responses have a few kilobytes. */
const mostBytes = 1024 * 1024;

/**
 * `fetch` for a provider that may be broken. It follows no redirect, which would carry the secret key along, and cancels a
 * response of more than a megabyte. (The SDK's own client for Node collects an endless response in one string until that
 * throws in an event handler and ends the process.) The timeout is in `init.signal`.
 */
export const boundedFetch: typeof globalThis.fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'manual' });
  if (response.body === null) return response;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const piece of response.body) {
    bytes += piece.length;
    if (bytes > mostBytes)
      throw new TypeError(
        `The answer of ${new URL(response.url).host} is longer than ${mostBytes} bytes.`,
      );
    pieces.push(piece);
  }
  const { status, statusText, headers } = response;
  return new Response(Buffer.concat(pieces), { status, statusText, headers });
};
