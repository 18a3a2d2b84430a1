import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { finishPage, type FinishedPage } from './finished-page.ts';
import { PageCache } from './page-cache.ts';

let now = 0;
let cache: PageCache;

beforeEach(() => {
  now = 1000;
  cache = new PageCache({ ttlMs: 2000, most: 2, now: () => now });
});

const pageWith = async (text: string, keep = true, shows: readonly string[] = []) =>
  finishPage(text, { nonce: 'n', keep, shows: new Set(shows) });
const textOf = (page: FinishedPage | undefined) => page?.plain().toString();

test('a page that is being made is shared, kept for two seconds from its completion, and then made anew', async () => {
  const making = Promise.withResolvers<FinishedPage>();
  cache.share('/', making.promise);
  now += 60_000;
  expect(cache.find('/')).toBe(making.promise);
  making.resolve(await pageWith('home'));
  expect(textOf(await cache.find('/'))).toBe('home');
  now += 1999;
  expect(textOf(await cache.find('/'))).toBe('home');
  now += 1;
  expect(cache.find('/')).toBeUndefined();
});

test('a change clears every page, and a page begun before it is never kept', async () => {
  cache.share('/parts', pageWith('parts'));
  await cache.find('/parts');
  const begunBefore = Promise.withResolvers<FinishedPage>();
  cache.share('/', begunBefore.promise);
  cache.clear();
  const begunAfter = pageWith('new');
  cache.share('/', begunAfter);
  begunBefore.resolve(await pageWith('old'));
  await begunBefore.promise;
  expect(cache.find('/parts')).toBeUndefined();
  expect(textOf(await cache.find('/'))).toBe('new');
});

test('an order makes pages that show its part outdated a second after they were begun, and no others', async () => {
  cache.share('/parts/disc', pageWith('1000 discs', true, ['disc', 'pad']));
  cache.share('/parts/belt', pageWith('50 belts', true, ['belt']));
  await cache.find('/parts/belt');
  now += 400;
  // However many come in that second.
  for (let order = 0; order < 100; order += 1) cache.stockChanged(['hose', 'disc']);
  now += 599;
  expect(textOf(await cache.find('/parts/disc'))).toBe('1000 discs');
  now += 1;
  expect(cache.find('/parts/disc')).toBeUndefined();
  expect(textOf(await cache.find('/parts/belt'))).toBe('50 belts');
  now += 500;
  cache.stockChanged(['belt']);
  expect(cache.find('/parts/belt')).toBeUndefined();
});

test('an order while a page is being rendered counts for it too', async () => {
  const making = Promise.withResolvers<FinishedPage>();
  cache.share('/parts/disc', making.promise);
  cache.stockChanged(['disc']);
  now += 900;
  expect(cache.find('/parts/disc')).toBe(making.promise);
  making.resolve(await pageWith('1000 discs', true, ['disc']));
  await making.promise;
  expect(textOf(await cache.find('/parts/disc'))).toBe('1000 discs');
  now += 100;
  expect(cache.find('/parts/disc')).toBeUndefined();
});

test('nobody waits for a rendering that was begun a second before an order', async () => {
  const making = Promise.withResolvers<FinishedPage>();
  cache.share('/parts/disc', making.promise);
  now += 5000;
  expect(cache.find('/parts/disc')).toBe(making.promise);
  cache.stockChanged(['disc']);
  expect(cache.find('/parts/disc')).toBeUndefined();
  const fresh = pageWith('999 discs', true, ['disc']);
  cache.share('/parts/disc', fresh);
  making.resolve(await pageWith('1000 discs', true, ['disc']));
  await making.promise;
  await fresh;
  expect(textOf(await cache.find('/parts/disc'))).toBe('999 discs');
});

test('a page that shows a failure reaches those who waited for it and is not kept', async () => {
  const failing = pageWith('Retry', false);
  cache.share('/', failing);
  expect(textOf(await cache.find('/'))).toBe('Retry');
  expect(cache.find('/')).toBeUndefined();
});

test('what was fresh last can be asked for until an hour after its rendering, and not after a change', async () => {
  const page = await pageWith('home');
  const shareAgain = async () => {
    cache.share('/', Promise.resolve(page));
    await cache.find('/');
  };
  expect(cache.latest('/')).toBeUndefined();
  await shareAgain();
  now += 3_599_999;
  expect(cache.find('/')).toBeUndefined();
  expect(cache.latest('/')).toBe(page);
  await shareAgain();
  now += 1;
  expect(cache.find('/')).toBe(page);
  expect(cache.latest('/')).toBeUndefined();
  cache.share('/parts', pageWith('parts'));
  await cache.find('/parts');
  cache.clear();
  expect(cache.latest('/parts')).toBeUndefined();
});

test('a page that cannot be made is forgotten', async () => {
  const broken = Promise.reject(new Error('no database'));
  cache.share('/', broken);
  await expect(cache.find('/')).rejects.toThrow('no database');
  expect(cache.find('/')).toBeUndefined();
});

test('the oldest page gives way, so that invented searches cannot fill the memory', async () => {
  for (const key of ['/parts?q=1', '/parts?q=2', '/parts?q=3']) {
    cache.share(key, pageWith(key));
    await cache.find(key);
  }
  expect(cache.find('/parts?q=1')).toBeUndefined();
  expect(textOf(await cache.find('/parts?q=3'))).toBe('/parts?q=3');
});

test('a page that turns out not to be kept, such as of a part that never was, makes none give way', async () => {
  for (const key of ['/purchase/1', '/purchase/2']) {
    cache.share(key, pageWith(key));
    await cache.find(key);
  }
  for (const key of ['/purchase/x', '/purchase/y']) {
    cache.share(key, pageWith('gone', false));
    expect(textOf(await cache.find(key))).toBe('gone');
  }
  expect(textOf(await cache.find('/purchase/1'))).toBe('/purchase/1');
});

test('a finished page carries its hashes instead of the nonce, and reads the same in every encoding', async () => {
  const page = finishPage(
    '<script nonce="n">let a=1</script><script nonce="n" src="/x.js"></script><p>€</p>',
    {
      nonce: 'n',
      keep: true,
    },
  );
  const text = '<script>let a=1</script><script src="/x.js"></script><p>€</p>';
  expect(textOf(page)).toBe(text);
  expect(zstdDecompressSync(await page.inEncoding('zstd')).toString()).toBe(text);
  expect(brotliDecompressSync(await page.inEncoding('br')).toString()).toBe(text);
  expect(gunzipSync(await page.inEncoding('gzip')).toString()).toBe(text);
  // printf 'let a=1' | openssl dgst -sha256 -binary | base64
  expect(page.scriptHashes).toEqual(["'sha256-+Q3dsIT3kYyYXlBldxY4Baal1kEoF6cDrlPvZn4iLYs='"]);
});

test('a script that slipped into a page gets no hash, and stays forbidden', () => {
  const page = finishPage(
    '<script>alert(1)</script><p>nonce="n"</p><script nonce="m">alert(2)</script>',
    { nonce: 'n', keep: true },
  );
  expect(page.scriptHashes).toEqual([]);
});

test.each([
  '<p>a nonce="n"></p><script>alert(1)</script>',
  '<script>alert(1) nonce="n">alert(2)</script>',
  '<script async>alert(1) nonce="n">alert(2)</script>',
  '<script></script> nonce="n">alert(1)</script>',
  '<link nonce="n" href="/x.css"><script>alert(1)</script>',
  '<script src="/x.js" nonce="n"></script><script>alert(1)</script>',
  '<scripture nonce="n">alert(1)</script>',
  '<script-x nonce="n">alert(1)</script>',
  '<script nonce="n">alert(1)',
])('the nonce allows nothing but the script whose attribute it is: %s', (html) => {
  expect(finishPage(html, { nonce: 'n', keep: true }).scriptHashes).toEqual([]);
});

test('a script may have attributes on both sides of its nonce', () => {
  const html = '<script async="" nonce="n" id="x">let a=1</script>';
  const alone = '<script nonce="n">let a=1</script>';
  const hashesOf = (text: string) => finishPage(text, { nonce: 'n', keep: true }).scriptHashes;
  expect(hashesOf(html)).toEqual(hashesOf(alone));
  expect(hashesOf(html)).toHaveLength(1);
});

test('a shared page keeps its status: a part that is gone is a 404 for everyone', () => {
  expect(finishPage('<p>gone</p>', { nonce: 'n', keep: false, status: 404 })).toMatchObject({
    status: 404,
  });
  expect(finishPage('<p>here</p>', { nonce: 'n', keep: true })).toMatchObject({
    status: 200,
  });
});
