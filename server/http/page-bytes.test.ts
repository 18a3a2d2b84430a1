import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { finishPage } from './finished-page.ts';
import { pageBytes } from './page-bytes.ts';

/** The texts that finished pages were made of, as long as anything holds them. */
const texts = vi.hoisted((): WeakRef<Buffer>[] => []);

vi.mock('./page-bytes.ts', async (importActual) => {
  const actual = await importActual<typeof import('./page-bytes.ts')>();
  return {
    pageBytes: (made: Buffer) => {
      texts.push(new WeakRef(made));
      return actual.pageBytes(made);
    },
  };
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

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
  texts.length = 0;
  const html = `<script nonce="n">1</script>${text}`;
  const pages = Array.from({ length: 10 }, () => finishPage(html, { nonce: 'n', keep: true }));
  const kept = () => {
    collectGarbage();
    return texts.filter((one) => one.deref() !== undefined).length;
  };
  expect(kept()).toBe(pages.length);
  for (const page of pages) await page.inEncoding('zstd');
  await expect.poll(kept).toBe(0);
  const whole = `<script>1</script>${text}`;
  expect(pages.map((page) => page.plain().toString())).toEqual(pages.map(() => whole));
});
