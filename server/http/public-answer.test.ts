import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const customer = await shop.person('Cora');
for (let number = 0; number < 20; number += 1)
  await samplePart(shop.db, { name: `Brake disc ${number} €` });

/** What a reader gets who takes these encodings: the bytes as they came, and all headers. */
async function ask(url: string, headers: Record<string, string>) {
  const {
    statusCode: status,
    headers: got,
    rawPayload: bytes,
  } = await shop.app.inject({ url, headers });
  return { status, headers: got, bytes };
}

describe('an open answer', () => {
  test.each([
    { taken: 'gzip, deflate, br, zstd', encoding: 'zstd', read: zstdDecompressSync },
    { taken: 'gzip, deflate, br', encoding: 'br', read: brotliDecompressSync },
    { taken: 'gzip', encoding: 'gzip', read: gunzipSync },
    { taken: 'br;q=0, GZIP;q=0.5', encoding: 'gzip', read: gunzipSync },
  ])(
    'travels in $encoding to whoever takes $taken, and reads the same',
    async ({ taken, encoding, read }) => {
      for (const url of ['/api/parts', '/api/openapi.json', '/api/docs']) {
        const plain = await ask(url, {});
        const { status, headers, bytes } = await ask(url, { 'accept-encoding': taken });
        expect({ status, type: headers['content-type'], etag: headers.etag }).toEqual({
          status: 200,
          type: plain.headers['content-type'],
          etag: plain.headers.etag,
        });
        expect(headers).toMatchObject({
          'content-encoding': encoding,
          vary: 'Accept-Encoding',
          'content-length': String(bytes.length),
        });
        expect(bytes.length).toBeLessThan(plain.bytes.length / 3);
        expect(read(bytes).toString()).toBe(plain.bytes.toString());
      }
    },
  );

  test.each([undefined, 'identity', 'br;q=0, gzip;q=0.000', 'br;q=x', 'brotli', '*'])(
    'travels as it is to whoever takes %s',
    async (taken) => {
      const { headers, bytes } = await ask(
        '/api/parts',
        taken === undefined ? {} : { 'accept-encoding': taken },
      );
      expect(headers).toMatchObject({ vary: 'Accept-Encoding' });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(JSON.parse(bytes.toString())).toHaveLength(20);
    },
  );

  test('has one tag in every encoding, by which any of them is known again', async () => {
    const { headers } = await ask('/api/parts', { 'accept-encoding': 'br' });
    expect(headers.etag).toMatch(/^W\/"[\w-]{27}"$/);
    for (const tag of [
      String(headers.etag),
      String(headers.etag).replace('W/', ''),
      `"other", ${String(headers.etag)}`,
    ]) {
      const known = await ask('/api/parts', { 'if-none-match': tag, 'accept-encoding': 'gzip' });
      expect(known).toMatchObject({
        status: 304,
        headers: { etag: headers.etag, vary: 'Accept-Encoding' },
      });
      expect(known.bytes).toHaveLength(0);
    }
    expect(
      await ask('/api/parts?limit=1', { 'if-none-match': String(headers.etag) }),
    ).toMatchObject({ status: 200 });
  });

  test('that is small anyway, or empty, is left as it is', async () => {
    for (const url of ['/api/parts?limit=1', '/api/parts?q=nothing-of-the-kind']) {
      const { headers } = await ask(url, { 'accept-encoding': 'br, gzip' });
      expect(headers).toMatchObject({ vary: 'Accept-Encoding' });
      expect(headers).not.toHaveProperty('content-encoding');
    }
  });

  test('is the changed one as soon as a part has changed', async () => {
    const before = await ask('/api/parts', { 'accept-encoding': 'br' });
    await samplePart(shop.db, { name: 'Brake disc, new' });
    const after = await ask('/api/parts', { 'accept-encoding': 'br' });
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(brotliDecompressSync(after.bytes).toString()).toContain('Brake disc, new');
  });

  test('names its next page whether it is compressed or not', async () => {
    const { headers } = await ask('/api/parts?limit=15', { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      link: expect.stringMatching(/^<\/api\/parts\?limit=15&cursor=/),
    });
  });
});

test('a personal answer is never compressed: its length must tell nothing of what is in it', async () => {
  const headers = { 'accept-encoding': 'br, gzip', authorization: `Bearer ${customer.token}` };
  const answer = await ask(`/api/user/${customer.email}`, headers);
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  expect(answer.headers).not.toHaveProperty('content-encoding');
});
