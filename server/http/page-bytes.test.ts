import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageBytes } from './page-bytes.ts';

const text = `<p>${'Brake disc 312 mm. '.repeat(4000)}€</p>`;
const ways = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync } as const;
const encodings = Object.keys(ways) as (keyof typeof ways)[];

test.each(encodings)(
  'a page is compressed once in %s, when it is asked for first',
  async (first) => {
    const bytes = pageBytes(Buffer.from(text));
    expect(bytes.compressed(first)).toBeUndefined();
    const sent = await bytes.inEncoding(first);
    expect(bytes.compressed(first)).toBe(sent);
    expect(await bytes.inEncoding(first)).toBe(sent);
  },
);

test.each(encodings)(
  'what was sent in %s can be had in any other encoding, and in none',
  async (first) => {
    const bytes = pageBytes(Buffer.from(text));
    expect(bytes.plain().toString()).toBe(text);
    await bytes.inEncoding(first);
    for (const encoding of encodings)
      expect(ways[encoding](await bytes.inEncoding(encoding)).toString()).toBe(text);
    expect(bytes.plain().toString()).toBe(text);
  },
);

test('a text that was asked for stays, whatever is asked for after it', async () => {
  const bytes = pageBytes(Buffer.from(text));
  await bytes.inEncoding('zstd');
  const plain = bytes.plain();
  expect(plain.toString()).toBe(text);
  await bytes.inEncoding('br');
  expect(bytes.plain()).toBe(plain);
  const asked = Buffer.from(text);
  const before = pageBytes(asked);
  expect(before.plain()).toBe(asked);
  await before.inEncoding('gzip');
  expect(before.plain()).toBe(asked);
});

test('only what was sent is kept of a page, not its text', async () => {
  // A process of its own: what other tests leave goes away when it likes.
  const script = `
    import { setTimeout } from 'node:timers/promises';
    import { finishPage } from ${JSON.stringify(import.meta.resolve('./finished-page.ts'))};
    const bytesNow = () => (gc(), process.memoryUsage().arrayBuffers);
    const text = '<script nonce="n">1</script>' + 'Brake disc 312 mm. '.repeat(4000);
    const before = bytesNow();
    const pages = Array.from({ length: 100 }, () => finishPage(text, { nonce: 'n', keep: true }));
    const texts = 100 * text.length;
    const made = bytesNow() - before;
    for (const page of pages) await page.inEncoding('zstd');
    // What is collected is given back by another thread, which may come late.
    let sent = bytesNow() - before;
    for (let tries = 0; sent > 0.5 * texts && tries < 200; tries += 1) {
      await setTimeout(25);
      sent = bytesNow() - before;
    }
    const same = pages.every((page) => page.plain().toString() === text.replace(' nonce="n"', ''));
    process.stdout.write(JSON.stringify({ texts, made, sent, same }));
  `;
  const args = ['--expose-gc', '--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { texts, made, sent, same } = JSON.parse(stdout);
  expect(made).toBeGreaterThan(0.9 * texts);
  expect(sent).toBeLessThan(0.5 * texts);
  expect(same).toBe(true);
});
