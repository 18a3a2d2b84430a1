import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import type { Api } from '#contract/api.ts';
import { partsQueryOf, partsWantedIn } from '#contract/parts-address-rules.ts';
import { vinAmong, vinNoteId } from '#contract/vin-rules.ts';
import { newestBuild } from './built-pages.ts';
import type { FindReady } from './early-answers.ts';
import { answerNotFound } from './errors.ts';
import { rendered } from './make-page.ts';
import { PageAnswers } from './page-answers.ts';
import { readyAnswer } from './ready-answer.ts';
import { goneSignal, sendOnce } from './send-page.ts';
import { serveAssets } from './page-assets.ts';
import { pageHeaders } from './page-policy.ts';
import { builtRenderer, developmentRenderer } from './page-renderer.ts';
import type { Charge } from './request-budget.ts';
import type { Shop } from '#server/shop.ts';

export interface SiteParts {
  readonly api: Api;
  readonly shop: Pick<Shop, 'db' | 'clock' | 'log' | 'pageFiles' | 'publicUrl'>;
  /** Charges the request's network for a rendering. */
  readonly charge: Charge;
  /** Registers what to call when a part, a review or a setting changes. */
  readonly onChange: (clear: () => void) => void;
  /** Registers what to call when orders change the stock of these parts. */
  readonly onStockChange: (changed: (parts: readonly string[]) => void) => void;
  /** Sends the cached pages that it finds before Fastify sees the request. */
  readonly answerEarly: (find: FindReady) => void;
  /** The build's folder with `client` and `server`; default: the newest one of the package. */
  readonly buildDir?: string;
  /** The clock of the page cache, in milliseconds; default: the system's. */
  readonly now?: () => number;
  /** A page that is rendered this soon after its first bytes is sent whole instead of streamed; default: 30 ms. */
  readonly wholeMs?: number;
  /** A page of which all answers are there this soon, and as they were, is not rendered again; default: 200 ms. */
  readonly sameMs?: number;
  /** Whoever waits this long for a page's turn, while no page is finished, is told to come again; default: 10 s. */
  readonly standstillMs?: number;
  /** Renders from the sources, with reload. */
  readonly dev?: boolean;
}

/** Serves the pages and their assets: every address without a route of its own. */
export async function mountSite(app: FastifyInstance, parts: SiteParts): Promise<void> {
  const redirectToOwnName = async (request: FastifyRequest, reply: FastifyReply) => {
    if (hasOtherName(request, parts.shop))
      return reply
        .header('cache-control', 'no-store')
        .redirect(pageUrl(request, parts.shop).href, 307);
  };
  const dropVin = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = withoutVin(request, parts.shop);
    if (address !== undefined)
      return reply.header('cache-control', 'no-store').redirect(address, 303);
  };
  const options = { onRequest: [redirectToOwnName, dropVin], config: { isPage: true } };
  if (parts.dev) {
    const { render, answered } = await developmentRenderer(app, parts.shop.publicUrl);
    app.get('/*', options, async (request, reply) => {
      if (await answered(request, reply)) return reply.hijack();
      const page = {
        address: pageUrl(request, parts.shop),
        nonce: undefined,
        gone: goneSignal(reply),
      };
      reply.type('text/html; charset=utf-8');
      return sendOnce(request, reply, {
        page: await rendered(render, parts, page),
        policy: undefined,
      });
    });
    return;
  }
  const buildDir = parts.buildDir ?? newestBuild();
  const pages = new PageAnswers(
    parts,
    await builtRenderer(buildDir),
    await parts.api.call('getSite', {}),
  );
  await serveAssets(app, path.join(buildDir, 'client'), parts.shop);
  // Only at its canonical address: that is the key of a page.
  parts.answerEarly((request) =>
    hasOtherName(request, parts.shop)
      ? undefined
      : readyAnswer(request, pages.ready(parts.shop.publicUrl + request.url)),
  );
  app.get('/*', options, async (request, reply) => {
    const address = pageUrl(request, parts.shop);
    reply.headers(pageHeaders(address));
    // React Router's data requests: our pages use the API instead.
    if (address.pathname.endsWith('.data')) return answerNotFound(request, reply);
    return pages.answer(request, reply, address);
  });
}

/**
 * Where an address leads that searches for a VIN, as a browser without scripts makes it: to the same page without it, of which the list of parts and the forms of
 * other lists say so.
 */
function withoutVin(request: FastifyRequest, shop: SiteParts['shop']): string | undefined {
  const { url } = request;
  if (!url.includes('?')) return undefined;
  const given = new URLSearchParams(url.slice(url.indexOf('?')));
  if (given.getAll('q').every((q) => vinAmong(q) === undefined)) return undefined;
  given.delete('q');
  const isParts = /^\/parts\/?\?/.test(url);
  const kept = isParts ? new URLSearchParams(partsQueryOf(partsWantedIn(given))) : given;
  const query = kept.size === 0 ? '' : `?${kept.toString()}`;
  // One slash at its beginning: with two it would name another host.
  const page = isParts ? '/parts' : pageUrl(request, shop).pathname.replace(/^\/+/, '/');
  return `${page}${query}#${vinNoteId}`;
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
function hasOtherName(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { publicUrl }: SiteParts['shop'],
): boolean {
  if (!publicUrl.includes('//localhost')) return false;
  const { hostname, host } = new URL(publicUrl);
  if (hostname !== 'localhost' || !headers.accept?.includes('text/html')) return false;
  return ['127.0.0.1', '[::1]'].some((name) => headers.host === host.replace(hostname, name));
}
