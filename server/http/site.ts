import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#contract/api.ts';
import { encodingFor, isKnown } from '#server/http/encoding.ts';
import { finishPage, PageCache, type FinishedPage } from '#server/http/page-cache.ts';
import { pageHeaders, pagePolicy, type PolicyBasis } from '#server/http/page-policy.ts';
import { builtRenderer, developmentRenderer, type Render } from '#server/http/page-renderer.ts';
import type { Shop } from '#server/shop.ts';

/** What the pages are served from. */
export interface SiteParts {
  readonly api: Api;
  readonly shop: Pick<Shop, 'log' | 'publicUrl'>;
  /** Hears of every change of a part, a review or a stock. */
  readonly onChange: (clear: () => void) => void;
  /** The folder with `client` and `server`, as the build wrote it; the package's own `build` when not given. */
  readonly buildDir?: string;
  /** Pages straight from the sources, with reload. */
  readonly dev?: boolean;
}

/** Same for everyone, whoever is signed in: rendered once for all readers of a moment. */
const publicPages: ReadonlySet<string> = new Set([
  '/',
  '/home',
  '/parts',
  '/my-portfolio',
  '/blog',
  '/login',
  '/register',
  '/forget-password',
]);

/** A part's page, and not the data of it (`….data`), which is no HTML. */
const partPage = /^\/purchase\/[\w-]+$/;

const ownBuild = path.join(import.meta.dirname, '..', '..', 'build');

/** How long a rendering may take after its first bytes and still be sent whole. */
const wholeMs = 30;

/** Serves the pages of the shop and their assets: everything that is not an address of its own. */
export async function mountSite(app: FastifyInstance, parts: SiteParts): Promise<void> {
  const toOwnName = async (request: FastifyRequest, reply: FastifyReply) => {
    if (hasOtherName(request, parts.shop))
      return reply.header('cache-control', 'no-store').redirect(addressOf(request, parts.shop).href, 307);
  };
  if (parts.dev) {
    const { render, answered } = await developmentRenderer(app);
    app.get('/*', { onRequest: toOwnName }, async (request, reply) => {
      if (await answered(request, reply)) return reply.hijack();
      return sendStream(
        reply,
        await rendered(render, parts, { address: addressOf(request, parts.shop), nonce: undefined, gone: goneSignal(reply) }),
        undefined,
      );
    });
    return;
  }
  const buildDir = parts.buildDir ?? ownBuild;
  const render = await builtRenderer(buildDir);
  const policy = await parts.api.call('getSite', {});
  const cache = new PageCache();
  parts.onChange(() => cache.clear());
  await serveAssets(app, path.join(buildDir, 'client'));
  app.get('/*', { onRequest: toOwnName }, async (request, reply) => {
    const address = addressOf(request, parts.shop);
    reply.headers(pageHeaders(address));
    const nonce = randomBytes(16).toString('base64');
    const streamPolicy = pagePolicy(policy, [`'nonce-${nonce}'`]);
    const key = cacheKey(address);
    if (key === undefined) {
      return sendStream(reply, await rendered(render, parts, { address, nonce, gone: goneSignal(reply) }), streamPolicy);
    }
    const found = cache.find(key);
    if (found !== undefined) return sendFinished(request, reply, { page: await found, policy });
    const { live, finished } = makeShared(render, parts, { address, nonce });
    cache.share(key, finished);
    const stream = await live;
    const whole = await Promise.race([finished, sleep(wholeMs)]);
    if (whole === undefined) return sendStream(reply, stream, streamPolicy);
    await stream.body?.cancel();
    return sendFinished(request, reply, { page: whole, policy });
  });
}

/** The public page an address means; undefined for pages that are not shared. Only the list of parts has a query of its own. */
function cacheKey({ pathname, search }: URL): string | undefined {
  const isPublic = publicPages.has(pathname) || partPage.test(pathname);
  return isPublic && (search === '' || pathname === '/parts') ? pathname + search : undefined;
}

/**
 * The page that is asked for, as the router will read it: at the one origin of the shop, with `..` resolved. Joined as text:
 * parsed against a base, an address like `//example.com` would name another host.
 */
function addressOf({ url }: FastifyRequest, { publicUrl }: SiteParts['shop']): URL {
  return new URL(publicUrl + (url.startsWith('/') ? url : '/'));
}

/**
 * Whether a browser opened a shop on this machine as 127.0.0.1: nobody can sign in there, because cookies, the popup and the
 * check of a request's origin know localhost only. The Host header is compared here, and believed nowhere.
 */
function hasOtherName({ headers }: FastifyRequest, { publicUrl }: SiteParts['shop']): boolean {
  const { hostname, host } = new URL(publicUrl);
  if (hostname !== 'localhost' || !headers.accept?.includes('text/html')) return false;
  return ['127.0.0.1', '[::1]'].some((name) => headers.host === host.replace(hostname, name));
}

interface Making {
  readonly address: URL;
  readonly nonce: string | undefined;
  /** Ends the rendering when nobody waits for it any more. */
  readonly gone?: AbortSignal;
  readonly onError?: () => void;
}

async function rendered(render: Render, { api, shop }: SiteParts, { address, nonce, gone, onError }: Making): Promise<Response> {
  const report = (error: unknown) => {
    onError?.();
    shop.log.error({ err: error }, 'a page failed');
  };
  // Of the request only its address: whatever else it says, the page is the same for everyone.
  return render(new Request(address, { ...(gone && { signal: gone }) }), { api, nonce, report });
}

/** A rendering twice: live for the one who asked first, finished for everyone. It goes on when that one leaves. */
function makeShared(
  render: Render,
  parts: SiteParts,
  { address, nonce }: { readonly address: URL; readonly nonce: string },
): { live: Promise<Response>; finished: Promise<FinishedPage> } {
  let failed = false;
  const twice = rendered(render, parts, { address, nonce, onError: () => void (failed = true) }).then((response) => {
    const [live, copy] = response.body?.tee() ?? [null, null];
    return { live: new Response(live, response), copy: new Response(copy) };
  });
  const finished = twice.then(async ({ live, copy }) => {
    const html = await copy.text();
    const keep = !failed && live.status === 200 && !html.includes('data-state="failed"');
    return finishPage(html, { nonce, keep, status: live.status });
  });
  return { live: twice.then(({ live }) => live), finished };
}

/** Aborts when the reader leaves before the answer ends. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => void (reply.raw.writableFinished || gone.abort()));
  return gone.signal;
}

function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, policy }: { page: FinishedPage; policy: PolicyBasis },
): FastifyReply {
  reply.headers({
    'content-security-policy': pagePolicy(policy, page.scriptHashes),
    'cache-control': 'public, max-age=0, s-maxage=2, must-revalidate',
    vary: 'Accept-Encoding',
    etag: page.etag,
  });
  reply.code(page.status);
  if (page.status === 200 && isKnown(request, page.etag)) return reply.code(304).send();
  const encoding = encodingFor(request);
  if (encoding === undefined) return reply.send(page.plain);
  return reply.header('content-encoding', encoding).send(page[encoding]);
}

function sendStream(reply: FastifyReply, response: Response, policy: string | undefined): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (policy !== undefined) reply.header('content-security-policy', policy);
  return reply.send(response.body === null ? '' : Readable.fromWeb(response.body as ReadableStream<Uint8Array>));
}

/** Hashed names never change what they hold; pictures are looked at again after a day. */
async function serveAssets(app: FastifyInstance, root: string): Promise<void> {
  const hashed = path.join(root, 'assets') + path.sep;
  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', file.startsWith(hashed) ? 'public, max-age=31536000, immutable' : 'public, max-age=86400');
    },
  });
}
