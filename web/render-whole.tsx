import { renderToString } from 'react-dom/server';
import { ServerRouter, type EntryContext } from 'react-router';
import { NonceContext } from '#web/ui/nonce.ts';

/** What React writes in the place of a component that was not there in time, such as one that is loaded when it is needed. */
const unfinished = '<!--$!-->';

/**
 * The text of a page whose data is all there; undefined for one that has to wait. React writes text in half the time that it takes to make a
 * stream, and the data for the browser, which `StreamTransfer` of the router would pass through further streams, is one script at the end.
 */
export async function wholePage(
  url: string,
  entry: EntryContext,
  nonce: string | undefined,
): Promise<string | undefined> {
  const { serverHandoffStream, ...shown } = withRoutesOfPage(entry);
  if (serverHandoffStream === undefined || isAwaited(entry.staticHandlerContext.loaderData))
    return undefined;
  const html = renderToString(
    <NonceContext value={nonce}>
      <ServerRouter context={shown} url={url} {...(nonce !== undefined && { nonce })} />
    </NonceContext>,
  );
  const end = html.lastIndexOf('</body>');
  if (end === -1 || html.includes(unfinished)) return undefined;
  const attribute = nonce === undefined ? '' : ` nonce="${nonce}"`;
  const script = `<script${attribute}>${handOver(await textOf(serverHandoffStream))}</script>`;
  return `<!DOCTYPE html>${html.slice(0, end)}${script}${html.slice(end)}`;
}

/** Without the routes of other pages: of each route that it is given, the router makes an own one for each rendering. */
function withRoutesOfPage(entry: EntryContext): EntryContext {
  const { manifest, staticHandlerContext } = entry;
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const routes = Object.fromEntries(ids.map((id) => [id, manifest.routes[id]]));
  return { ...entry, manifest: { ...manifest, routes } };
}

/** Whether a loader passes on something that is still loading (web/api/defer.ts). */
function isAwaited(loaderData: EntryContext['staticHandlerContext']['loaderData']): boolean {
  return Object.values(loaderData).some(
    (loaded: unknown) =>
      typeof loaded === 'object' &&
      loaded !== null &&
      Object.values(loaded).some((value) => value instanceof Promise),
  );
}

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read())
    text += decoder.decode(read.value, { stream: true });
  return text;
}

/** The calls by which the router's part in the browser gets the loaders' data. Nothing in it can end the script or begin a comment. */
function handOver(data: string): string {
  const text = JSON.stringify(data).replaceAll(
    /[&<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `window.__reactRouterContext.streamController.enqueue(${text});window.__reactRouterContext.streamController.close();`;
}
