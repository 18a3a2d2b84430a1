import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#contract/api.ts';
import { newestBuild } from './built-pages.ts';
import { encodingFor, hasEtag } from './encoding.ts';
import { answerNotFound } from './errors.ts';
import { serveAssets } from './page-assets.ts';
import { finishPage, PageCache, type FinishedPage } from './page-cache.ts';
import { pageHeaders, pagePolicy, type PolicyBasis } from './page-policy.ts';
import { builtRenderer, developmentRenderer, type Render } from './page-renderer.ts';
import { refuse } from './refusal.ts';
import { renderingPrice, type Charge } from './request-budget.ts';
import { sharedPageOf } from './shared-page.ts';
import { networkOf } from './network-address.ts';
import type { Shop } from '#server/shop.ts';
import { workQueue } from '#server/work-queue.ts';

interface SiteParts {
  readonly api: Api;
  readonly shop: Pick<Shop, 'db' | 'clock' | 'log' | 'pageFiles' | 'publicUrl'>;
  /** Charges the request's network for a rendering. */
  readonly charge: Charge;
  /** Registers what to call when a part, a review or a stock changes. */
  readonly onChange: (clear: () => void) => void;
  /** The build's folder with `client` and `server`; default: the newest one of the package. */
  readonly buildDir?: string;
  /** The clock of the page cache, in milliseconds; default: the system's. */
  readonly now?: () => number;
  /** A page that is rendered this soon after its first bytes is sent whole instead of streamed; default: 30 ms. */
  readonly wholeMs?: number;
  /** Renders from the sources, with reload. */
  readonly dev?: boolean;
}

/** A full queue is rendered within a few seconds; one network's share is a browser that reopens thirty tabs. */
const queueLimits = { atOnce: 8, waiting: 120, waitingOfGroup: 32 };

/** Serves the pages and their assets: every address without a route of its own. */
export async function mountSite(app: FastifyInstance, parts: SiteParts): Promise<void> {
  const redirectToOwnName = async (request: FastifyRequest, reply: FastifyReply) => {
    if (hasOtherName(request, parts.shop))
      return reply
        .header('cache-control', 'no-store')
        .redirect(pageUrl(request, parts.shop).href, 307);
  };
  const options = { onRequest: redirectToOwnName, config: { isPage: true } };
  if (parts.dev) {
    const { render, answered } = await developmentRenderer(app, parts.shop.publicUrl);
    app.get('/*', options, async (request, reply) => {
      if (await answered(request, reply)) return reply.hijack();
      const page = {
        address: pageUrl(request, parts.shop),
        nonce: undefined,
        gone: goneSignal(reply),
      };
      return sendStream(reply, await rendered(render, parts, page), undefined);
    });
    return;
  }
  const buildDir = parts.buildDir ?? newestBuild();
  const answerPage = await pageAnswers(parts, await builtRenderer(buildDir));
  await serveAssets(app, path.join(buildDir, 'client'), parts.shop);
  app.get('/*', options, async (request, reply) => {
    const address = pageUrl(request, parts.shop);
    reply.headers(pageHeaders(address));
    // React Router's data requests: our pages use the API instead.
    if (address.pathname.endsWith('.data')) return answerNotFound(request, reply);
    return answerPage(request, reply, address);
  });
}

/** Answers with a page: from the cache, from a rendering that is under way, or rendered when its turn comes. */
async function pageAnswers(
  parts: SiteParts,
  render: Render,
): Promise<(request: FastifyRequest, reply: FastifyReply, address: URL) => Promise<FastifyReply>> {
  const policy = await parts.api.call('getSite', {});
  const inLine = workQueue(queueLimits);
  // A cache for each kind, so that searches never evict other pages.
  const cacheOf = (most: number) => new PageCache({ most, ...(parts.now && { now: parts.now }) });
  const caches = { page: cacheOf(10), part: cacheOf(200), search: cacheOf(50) };
  parts.onChange(() => Object.values(caches).forEach((cache) => cache.clear()));

  const inTurn = (request: FastifyRequest): InTurn => {
    parts.charge(request, renderingPrice);
    return (work) => inLine(work, { group: networkOf(request.ip) });
  };
  return async (request, reply, address) => {
    const nonce = randomBytes(16).toString('base64');
    const streamPolicy = pagePolicy(policy, [`'nonce-${nonce}'`]);
    const shared = sharedPageOf(address);
    if (shared === undefined) {
      const gone = goneSignal(reply);
      const { live } = makePage(
        () => rendered(render, parts, { address, nonce, gone }),
        inTurn(request),
      );
      return sendStream(reply, await live, streamPolicy);
    }
    const cache = caches[shared.kind];
    const key = shared.address.href;
    const found = cache.find(key);
    if (found !== undefined) return sendFinished(request, reply, { page: await found, policy });
    let failed = false;
    const onError = () => void (failed = true);
    const { live, html } = makePage(
      () => rendered(render, parts, { address: shared.address, nonce, onError }),
      // The few pages that everyone reads are rendered at once and never wait in the queue.
      shared.kind === 'page' ? atOnce : inTurn(request),
    );
    const finished = Promise.all([live, html]).then(([{ status, headers }, text]) => {
      const keep = !failed && status === 200 && !text.includes('data-state="failed"');
      const location = headers.get('location') ?? undefined;
      return finishPage(text, { nonce, keep, status, location });
    });
    cache.share(key, finished);
    const stream = await live;
    const whole = await Promise.race([finished, sleep(parts.wholeMs ?? 30)]);
    if (whole === undefined) return sendStream(reply, stream, streamPolicy);
    await stream.body?.cancel();
    return sendFinished(request, reply, { page: whole, policy });
  };
}

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

const atOnce: InTurn = (work) => work();

/**
 * Renders once for two uses: a live stream for the first request, and the text for all others. Its turn ends with the
 * text, however slowly the stream is read.
 */
function makePage(
  make: () => Promise<Response>,
  inTurn: InTurn,
): { live: Promise<Response>; html: Promise<string> } {
  const live = Promise.withResolvers<Response>();
  const html = inTurn(async () => {
    const response = await make();
    const [body, copy] = response.body?.tee() ?? [null, null];
    live.resolve(new Response(body, response));
    return new Response(copy).text();
  });
  html.catch(live.reject);
  return { live: live.promise, html };
}

/**
 * The URL of the page at the shop's origin, with `..` resolved as the router does. Joined as text, because `//example.com`
 * parsed against a base would name another host.
 */
function pageUrl({ url }: FastifyRequest, { publicUrl }: SiteParts['shop']): URL {
  return new URL(publicUrl + (url.startsWith('/') ? url : '/'));
}

/**
 * Whether a browser opened a shop at localhost as 127.0.0.1, where nobody can sign in: cookies, the popup and the check of
 * the origin are for localhost only. The Host header is only compared, never trusted.
 */
function hasOtherName({ headers }: FastifyRequest, { publicUrl }: SiteParts['shop']): boolean {
  const { hostname, host } = new URL(publicUrl);
  if (hostname !== 'localhost' || !headers.accept?.includes('text/html')) return false;
  return ['127.0.0.1', '[::1]'].some((name) => headers.host === host.replace(hostname, name));
}

interface PageToRender {
  readonly address: URL;
  readonly nonce: string | undefined;
  /** Aborts the rendering when nobody waits for it any more. */
  readonly gone?: AbortSignal;
  readonly onError?: () => void;
}

async function rendered(
  render: Render,
  { api, shop }: SiteParts,
  { address, nonce, gone, onError }: PageToRender,
): Promise<Response> {
  // The client left while it waited for its turn: nobody reads this refusal.
  if (gone?.aborted) refuse('bad_request');
  const report = (error: unknown) => {
    onError?.();
    shop.log.error({ err: error }, 'a page failed');
  };
  // Only the address of the request, so that nothing else of it can influence the page.
  return render(new Request(address, { ...(gone && { signal: gone }) }), { api, nonce, report });
}

/** Aborts when the client leaves before the response ends. */
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
    ...(page.location !== undefined && { location: page.location }),
  });
  reply.code(page.status);
  if (page.status === 200 && hasEtag(request, page.etag)) return reply.code(304).send();
  const encoding = encodingFor(request);
  if (encoding === undefined) return reply.send(page.plain);
  return reply.header('content-encoding', encoding).send(page[encoding]);
}

function sendStream(
  reply: FastifyReply,
  response: Response,
  policy: string | undefined,
): FastifyReply {
  reply.code(response.status);
  for (const [name, value] of response.headers) reply.header(name, value);
  if (policy !== undefined) reply.header('content-security-policy', policy);
  return reply.send(
    response.body === null ? '' : Readable.fromWeb(response.body as ReadableStream<Uint8Array>),
  );
}
