import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askAgain, notingCalls } from './asked-calls.ts';
import { finishPage, type FinishedPage } from './finished-page.ts';
import { networkOf } from './network-address.ts';
import { isFinished, makePage, rendered, within, type InTurn } from './make-page.ts';
import { PageCache } from './page-cache.ts';
import { pageHeaders, pagePolicy, type PolicyBasis } from './page-policy.ts';
import type { Render, RenderedPage } from './page-renderer.ts';
import { recentAnswers } from './recent-answers.ts';
import { renderingPrice } from './request-budget.ts';
import { sharedPageOf, type SharedPage } from './shared-page.ts';
import { goneSignal, sendFinished, sendOnce } from './send-page.ts';
import { notingStock } from './shown-stock.ts';
import type { SiteParts } from './site.ts';
import { workQueue, type WorkQueue } from '#server/work-queue.ts';

/**
 * At once fewer than the usual connections to the database (record 0073), so that calls seldom wait for pages; of eight that take turns all are late. A full
 * queue is rendered within a few seconds; one network's share is a browser that reopens thirty tabs.
 */
const queueLimits = { atOnce: 4, waiting: 124, waitingOfGroup: 36 };

/** Headers of a page that is the same for everyone. */
const sharedHeaders = {
  'cache-control': 'public, max-age=0, s-maxage=2, must-revalidate',
  vary: 'Accept-Encoding',
};

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
  readonly #inLine: WorkQueue;

  constructor(parts: SiteParts, render: Render, policy: PolicyBasis) {
    this.#parts = parts;
    this.#inLine = workQueue({ ...queueLimits, standstillMs: parts.standstillMs ?? 10_000 });
    this.#render = render;
    this.#policy = policy;
    const cacheOf = (most: number) => new PageCache({ most, ...(parts.now && { now: parts.now }) });
    this.#caches = {
      page: cacheOf(10),
      part: cacheOf(200),
      vehicle: cacheOf(100),
      search: cacheOf(50),
    };
    this.#recent = recentAnswers(parts.api, ['listCategories', 'listVehicles'], parts.now);
    const caches = Object.values(this.#caches);
    parts.onChange(() => [...caches, this.#recent].forEach((cache) => cache.clear()));
    parts.onStockChange((ids) => caches.forEach((cache) => cache.stockChanged(ids)));
  }

  /** The shared page at a canonical address if it is cached. */
  ready(address: string): FinishedPage | undefined {
    const { page, part, vehicle, search } = this.#caches;
    const others = part.ready(address) ?? vehicle.ready(address) ?? search.ready(address);
    return page.ready(address) ?? others;
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
    const cache = this.#caches[shared.kind];
    const key = shared.address.href;
    // The few pages that everyone reads are made at once and never wait in the queue.
    const turn = shared.kind === 'page' ? atOnce : this.#turnOf(request);
    const { nonce, live, finished } = this.#make(shared, cache.latest(key), turn);
    cache.share(key, finished);
    const first = await live;
    if (isFinished(first)) return sendFinished(request, reply, first);
    const isStream = first.body instanceof ReadableStream;
    const whole = await (isStream ? within(this.#parts.wholeMs ?? 30, finished) : finished);
    if (whole === undefined)
      return sendOnce(request, reply, { page: first, policy: this.#policyWith(nonce) });
    if (isStream) await (first.body as ReadableStream).cancel();
    return sendFinished(request, reply, whole);
  }

  /** Makes a shared page: the one before, if everything that it was made of is still the same, else it is rendered. */
  #make({ address }: SharedPage, before: FinishedPage | undefined, inTurn: InTurn) {
    const nonce = newNonce();
    const stock = notingStock(this.#recent.api);
    let noted: ReturnType<typeof notingCalls> | undefined;
    let failed = false;
    const make = async (): Promise<RenderedPage | FinishedPage> => {
      const again = before?.madeOf && askAgain(stock.api, before.madeOf);
      if (again && (await within(this.#parts.sameMs ?? 200, again.areSame)) === true) return before;
      noted = notingCalls(again?.api ?? stock.api);
      const page = { address, nonce, onError: () => void (failed = true) };
      return rendered(this.#render, { ...this.#parts, api: noted.api }, page);
    };
    const { live, html } = makePage(make, inTurn);
    const finish = (page: RenderedPage | FinishedPage, text: string): FinishedPage => {
      if (isFinished(page)) return page;
      const isGood = !failed && page.status < 500 && !text.includes('data-state="failed"');
      return finishPage(text, {
        nonce,
        keep: isGood && page.status === 200,
        status: page.status,
        shows: stock.shown,
        // One that was streamed needs scripts to be whole: rendered anew it is sent whole, once its data is there in time.
        madeOf: page.body instanceof ReadableStream ? undefined : noted?.calls(),
        headers: (hashes) => ({
          ...pageHeaders(address),
          // What shows a failure is for those who waited for it, and no cache on the way gives it to others.
          ...(isGood ? sharedHeaders : { vary: sharedHeaders.vary }),
          'content-security-policy': pagePolicy(this.#policy, hashes),
          ...(page.location !== undefined && { location: page.location }),
        }),
      });
    };
    return { nonce, live, finished: Promise.all([live, html]).then((done) => finish(...done)) };
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
