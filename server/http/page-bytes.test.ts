import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { finishPage } from './finished-page.ts';
import { pageBytes } from './page-bytes.ts';

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

test('only what was sent is kept of a page, not its text', async () => {
  const texts: WeakRef<Buffer>[] = [];
  const keptOf = async () => {
    const page = finishPage(`<script nonce="n">1</script>${text}`, { nonce: 'n', keep: true });
    texts.push(new WeakRef(page.plain()));
    await page.inEncoding('zstd');
    return page;
  };
  const kept = [await keptOf(), await keptOf()];
  await new Promise(setImmediate);
  collectGarbage();
  expect(texts.map((one) => one.deref())).toEqual([undefined, undefined]);
  const whole = `<script>1</script>${text}`;
  expect(kept.map((one) => one.plain().toString())).toEqual([whole, whole]);
});
