import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '#contract/api.ts';
import { encodingFor, isKnown } from './encoding.ts';
import { answerNotFound } from './errors.ts';
import { finishPage, PageCache, type FinishedPage } from './page-cache.ts';
import { pageHeaders, pagePolicy, type PolicyBasis } from './page-policy.ts';
import { builtRenderer, developmentRenderer, type Render } from './page-renderer.ts';
import { refuse } from './refusal.ts';
import { renderingPrice, type Charge } from './request-budget.ts';
import { sharedPageOf } from './shared-page.ts';
import { networkOf } from './network-address.ts';
import type { Shop } from '#server/shop.ts';
import { workQueue } from '#server/work-queue.ts';

/** What the pages are served from. */
interface SiteParts {
  readonly api: Api;
  readonly shop: Pick<Shop, 'log' | 'publicUrl'>;
  /** Takes of the budget of whoever asks. */
  readonly charge: Charge;
  /** Hears of every change of a part, a review or a stock. */
  readonly onChange: (clear: () => void) => void;
  /** The folder with `client` and `server`, as the build wrote it; the package's own `build` when not given. */
  readonly buildDir?: string;
  /** Milliseconds by which kept pages grow old; the system's when not given. */
  readonly now?: () => number;
  /** How long a rendering may take after its first bytes and still be sent whole; 30 ms when not given. */
  readonly wholeMs?: number;
  /** Pages straight from the sources, with reload. */
  readonly dev?: boolean;
}

const ownBuild = path.join(import.meta.dirname, '..', '..', 'build');

/** A full line is rendered within a few seconds; a network's share is a browser that opens its thirty tabs again. */
const lineLimits = { atOnce: 8, waiting: 120, waitingOfGroup: 32 };

/** Serves the pages of the shop and their assets: everything that is not an address of its own. */
export async function mountSite(app: FastifyInstance, parts: SiteParts): Promise<void> {
  const toOwnName = async (request: FastifyRequest, reply: FastifyReply) => {
    if (hasOtherName(request, parts.shop))
      return reply
        .header('cache-control', 'no-store')
        .redirect(pageUrl(request, parts.shop).href, 307);
  };
  const options = { onRequest: toOwnName, config: { isPage: true } };
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
  const buildDir = parts.buildDir ?? ownBuild;
  const answerPage = await pageAnswers(parts, await builtRenderer(buildDir));
  await serveAssets(app, path.join(buildDir, 'client'));
  app.get('/*', options, async (request, reply) => {
    const address = pageUrl(request, parts.shop);
    reply.headers(pageHeaders(address));
    // What the router asks for as data, the pages of this shop ask the API for: it would be a rendering that no reader wants.
    if (address.pathname.endsWith('.data')) return answerNotFound(request, reply);
    return answerPage(request, reply, address);
  });
}

/** Answers with a page: from what is kept of it, together with who asked just before, or rendered when its turn comes. */
async function pageAnswers(
  parts: SiteParts,
  render: Render,
): Promise<(request: FastifyRequest, reply: FastifyReply, address: URL) => Promise<FastifyReply>> {
  const policy = await parts.api.call('getSite', {});
  const inLine = workQueue(lineLimits);
  // Each kind has its own room, so that what strangers search for never pushes out a page that others read.
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
      // The few pages that everyone reads are rendered by whoever comes first, and never wait for the others.
      shared.kind === 'page' ? atOnce : inTurn(request),
    );
    const finished = Promise.all([live, html]).then(([{ status }, text]) => {
      const keep = !failed && status === 200 && !text.includes('data-state="failed"');
      return finishPage(text, { nonce, keep, status });
    });
    cache.share(key, finished);
    const stream = await live;
    const whole = await Promise.race([finished, sleep(parts.wholeMs ?? 30)]);
    if (whole === undefined) return sendStream(reply, stream, streamPolicy);
    await stream.body?.cancel();
    return sendFinished(request, reply, { page: whole, policy });
  };
}

/** Does the work when its turn comes. */
type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

const atOnce: InTurn = (work) => work();

/**
 * A rendering twice: live for whoever asked first, and its text for everyone. Its turn lasts until the text is there, however
 * slowly the first one reads.
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
 * The page that is asked for, as the router will read it: at the one origin of the shop, with `..` resolved. Joined as text:
 * parsed against a base, an address like `//example.com` would name another host.
 */
function pageUrl({ url }: FastifyRequest, { publicUrl }: SiteParts['shop']): URL {
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

async function rendered(
  render: Render,
  { api, shop }: SiteParts,
  { address, nonce, gone, onError }: Making,
): Promise<Response> {
  // They left while they waited for their turn: nobody reads the refusal.
  if (gone?.aborted) refuse('bad_request');
  const report = (error: unknown) => {
    onError?.();
    shop.log.error({ err: error }, 'a page failed');
  };
  // Of the request only its address: whatever else it says, the page is the same for everyone.
  return render(new Request(address, { ...(gone && { signal: gone }) }), { api, nonce, report });
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
      const age = file.startsWith(hashed) ? '31536000, immutable' : '86400';
      reply.header('cache-control', `public, max-age=${age}`);
    },
  });
}
