import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finishPage, type FinishedPage } from './finished-page.ts';
import { networkOf } from './network-address.ts';
import { PageCache } from './page-cache.ts';
import { pageHeaders, pagePolicy, type PolicyBasis } from './page-policy.ts';
import type { Render, RenderedPage } from './page-renderer.ts';
import { recentAnswers } from './recent-answers.ts';
import { refuse } from './refusal.ts';
import { renderingPrice } from './request-budget.ts';
import { sharedPageOf, type SharedPage } from './shared-page.ts';
import { goneSignal, sendFinished, sendOnce } from './send-page.ts';
import { notingStock } from './shown-stock.ts';
import type { SiteParts } from './site.ts';
import { workQueue } from '#server/work-queue.ts';

/** A full queue is rendered within a few seconds; one network's share is a browser that reopens thirty tabs. */
const queueLimits = { atOnce: 8, waiting: 120, waitingOfGroup: 32 };

/** Headers of a page that is the same for everyone. */
const sharedHeaders = {
  'cache-control': 'public, max-age=0, s-maxage=2, must-revalidate',
  vary: 'Accept-Encoding',
};

type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

const atOnce: InTurn = (work) => work();

/** Answers with pages: from the cache, from a rendering that is under way, or rendered when its turn comes. */
export class PageAnswers {
  readonly #parts: SiteParts;
  readonly #render: Render;
  readonly #policy: PolicyBasis;
  /** A cache for each kind, so that searches never evict other pages. */
  readonly #caches: Readonly<Record<SharedPage['kind'], PageCache>>;
  /** Both are the same for all searches, and their counts are read from the whole catalogue. */
  readonly #recent: ReturnType<typeof recentAnswers>;
  readonly #inLine = workQueue(queueLimits);

  constructor(parts: SiteParts, render: Render, policy: PolicyBasis) {
    this.#parts = parts;
    this.#render = render;
    this.#policy = policy;
    const cacheOf = (most: number) => new PageCache({ most, ...(parts.now && { now: parts.now }) });
    this.#caches = { page: cacheOf(10), part: cacheOf(200), search: cacheOf(50) };
    this.#recent = recentAnswers(parts.api, ['listCategories', 'listVehicles'], parts.now);
    const caches = Object.values(this.#caches);
    parts.onChange(() => [...caches, this.#recent].forEach((cache) => cache.clear()));
    parts.onStockChange((ids) => caches.forEach((cache) => cache.stockChanged(ids)));
  }

  /** The shared page at a canonical address if it is cached. */
  ready(address: string): FinishedPage | undefined {
    const { page, part, search } = this.#caches;
    return page.ready(address) ?? part.ready(address) ?? search.ready(address);
  }

  async answer(request: FastifyRequest, reply: FastifyReply, address: URL): Promise<FastifyReply> {
    const shared = sharedPageOf(address);
    if (shared === undefined) return this.#answerPersonal(request, reply, address);
    const found = this.#caches[shared.kind].find(shared.address.href);
    return found === undefined
      ? this.#answerShared(request, reply, shared)
      : sendFinished(request, reply, await found);
  }

  async #answerPersonal(
    request: FastifyRequest,
    reply: FastifyReply,
    address: URL,
  ): Promise<FastifyReply> {
    const nonce = newNonce();
    const gone = goneSignal(reply);
    const { live } = makePage(
      () => rendered(this.#render, this.#parts, { address, nonce, gone }),
      this.#turnOf(request),
    );
    return sendOnce(request, reply, { page: await live, policy: this.#policyWith(nonce) });
  }

  async #answerShared(
    request: FastifyRequest,
    reply: FastifyReply,
    shared: SharedPage,
  ): Promise<FastifyReply> {
    const nonce = newNonce();
    const stock = notingStock(this.#recent.api);
    const parts = { ...this.#parts, api: stock.api };
    let failed = false;
    const page = { address: shared.address, nonce, onError: () => void (failed = true) };
    const { live, html } = makePage(
      () => rendered(this.#render, parts, page),
      // The few pages that everyone reads are rendered at once and never wait in the queue.
      shared.kind === 'page' ? atOnce : this.#turnOf(request),
    );
    const finished = Promise.all([live, html]).then(([{ status, location }, text]) =>
      finishPage(text, {
        nonce,
        keep: !failed && status === 200 && !text.includes('data-state="failed"'),
        status,
        shows: stock.shown,
        headers: (hashes) => ({
          ...pageHeaders(shared.address),
          ...sharedHeaders,
          'content-security-policy': pagePolicy(this.#policy, hashes),
          ...(location !== undefined && { location }),
        }),
      }),
    );
    this.#caches[shared.kind].share(shared.address.href, finished);
    const first = await live;
    const isStream = first.body instanceof ReadableStream;
    const whole = await (isStream
      ? Promise.race([finished, sleep(parts.wholeMs ?? 30)])
      : finished);
    if (whole === undefined)
      return sendOnce(request, reply, { page: first, policy: this.#policyWith(nonce) });
    if (isStream) await (first.body as ReadableStream).cancel();
    return sendFinished(request, reply, whole);
  }

  #turnOf(request: FastifyRequest): InTurn {
    this.#parts.charge(request, renderingPrice);
    return (work) => this.#inLine(work, { group: networkOf(request.ip) });
  }

  #policyWith(nonce: string): string {
    return pagePolicy(this.#policy, [`'nonce-${nonce}'`]);
  }
}

const newNonce = (): string => randomBytes(16).toString('base64');

/**
 * Renders once for two uses: what the first request gets, maybe while it is rendered, and the text for all others. Its turn
 * ends with the text, however slowly a stream is read.
 */
function makePage(
  make: () => Promise<RenderedPage>,
  inTurn: InTurn,
): { live: Promise<RenderedPage>; html: Promise<string> } {
  const live = Promise.withResolvers<RenderedPage>();
  const html = inTurn(async () => {
    const page = await make();
    if (page.body === null || typeof page.body === 'string') {
      live.resolve(page);
      return page.body ?? '';
    }
    const [body, copy] = page.body.tee();
    live.resolve({ ...page, body });
    return new Response(copy as BodyInit).text();
  });
  html.catch(live.reject);
  return { live: live.promise, html };
}

interface PageToRender {
  readonly address: URL;
  readonly nonce: string | undefined;
  /** Aborts the rendering when nobody waits for it any more. */
  readonly gone?: AbortSignal;
  readonly onError?: () => void;
}

export async function rendered(
  render: Render,
  { api, shop }: Pick<SiteParts, 'api' | 'shop'>,
  { address, nonce, gone, onError }: PageToRender,
): Promise<RenderedPage> {
  // The client left while it waited for its turn: nobody reads this refusal.
  if (gone?.aborted) refuse('bad_request');
  const report = (error: unknown) => {
    onError?.();
    shop.log.error({ err: error }, 'a page failed');
  };
  // Only the address of the request, so that nothing else of it can influence the page.
  return render(new Request(address, { ...(gone && { signal: gone }) }), { api, nonce, report });
}
