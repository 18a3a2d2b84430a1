import type { FinishedPage } from './finished-page.ts';
import type { RenderedPage, Render } from './page-renderer.ts';
import { refuse } from './refusal.ts';
import type { SiteParts } from './site.ts';

/** Runs work when its turn comes. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes a page once for two uses: what the first request gets, maybe while it is rendered, and the text for all others. Its turn
 * ends with the text, however slowly a stream is read. A page that was finished before has no text of its own.
 */
export function makePage<Page extends RenderedPage | FinishedPage>(
  make: () => Promise<Page>,
  inTurn: InTurn,
): { live: Promise<Page>; html: Promise<string> } {
  const live = Promise.withResolvers<Page>();
  const html = inTurn(async () => {
    const page = await make();
    if (isFinished(page)) {
      live.resolve(page);
      return '';
    }
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

/** What this work comes to within so many milliseconds, else undefined. */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function isFinished(page: RenderedPage | FinishedPage): page is FinishedPage {
  return 'etag' in page;
}
