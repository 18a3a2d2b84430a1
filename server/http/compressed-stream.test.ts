import { once } from 'node:events';
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressedStream } from './compressed-stream.ts';

const letters = new TextEncoder();

/** A page whose pieces come when a test says so. */
function page() {
  let end: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isLeft = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => void (end = controller),
    cancel: () => void (isLeft = true),
  });
  return {
    body: body as never,
    send: (text: string) => end?.enqueue(letters.encode(text)),
    close: () => end?.close(),
    fail: () => end?.error(new Error('no database')),
    isLeft: () => isLeft,
  };
}

test.each([
  ['zstd', createZstdDecompress],
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
] as const)('in %s what is there is read before the rest is made', async (encoding, reader) => {
  const { body, send, close } = page();
  const read = compressedStream(body, encoding).pipe(reader());
  const spinner = '<p>Loading…</p>'.repeat(500);
  for (const piece of [spinner.slice(0, 4000), spinner.slice(4000)]) send(piece);
  let text = '';
  read.setEncoding('utf8').on('data', (piece: string) => void (text += piece));
  while (text.length < spinner.length) await once(read, 'data');
  expect(text).toBe(spinner);
  send('<p>Six parts</p>');
  close();
  await once(read, 'end');
  expect(text).toBe(`${spinner}<p>Six parts</p>`);
});

test('pieces that come together are compressed together', async () => {
  const { body, send, close } = page();
  const stream = compressedStream(body, 'br');
  for (let row = 0; row < 200; row += 1) send(`<tr><td>Brake disc ${row}</td></tr>`);
  close();
  let bytes = 0;
  stream.on('data', (piece: Buffer) => void (bytes += piece.length));
  await once(stream, 'end');
  // One by one they are 4,000 bytes and more.
  expect(bytes).toBeLessThan(1500);
});

test('a reader who leaves ends the rendering, and a rendering that fails breaks off', async () => {
  const left = page();
  const stream = compressedStream(left.body, 'zstd');
  left.send('<p>Loading…</p>');
  await once(stream, 'readable');
  stream.destroy();
  await expect.poll(left.isLeft).toBe(true);

  const failing = page();
  const broken = compressedStream(failing.body, 'gzip');
  failing.send('<p>Loading…</p>');
  await once(broken, 'readable');
  failing.fail();
  await expect(once(broken, 'end')).rejects.toThrow('no database');
});
