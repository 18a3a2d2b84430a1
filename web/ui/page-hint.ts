import type { SyntheticEvent } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';

/** What the router's manifest says of a route; all routes are known from the start. */
interface ManifestRoute {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly index?: boolean;
  readonly module: string;
  readonly imports?: readonly string[];
}

declare global {
  var __reactRouterManifest:
    | { readonly routes: Readonly<Record<string, ManifestRoute>> }
    | undefined;
}

/** A pointer that only passes a link asks for nothing. */
const patienceMs = 100;

let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Properties of a link that asks for the scripts of its page when it is about to be followed. The router's own way (`prefetch`)
 * runs them as well, and loads the page anew, with what was typed on it, when one does not come; this is a hint and no more.
 */
export const hintsPage = {
  onMouseEnter: hintSoon,
  onFocus: hintSoon,
  onTouchStart: hintSoon,
  onMouseLeave: stop,
  onBlur: stop,
};

function hintSoon({ currentTarget }: SyntheticEvent<HTMLAnchorElement>): void {
  stop();
  timer = setTimeout(() => {
    for (const script of scriptsOf(currentTarget.pathname)) hint(script);
  }, patienceMs);
}

function stop(): void {
  clearTimeout(timer);
}

function hint(href: string): void {
  // The page itself, or an earlier hint, has asked for it.
  if (document.querySelector(`link[href="${href}"]`)) return;
  // Not `modulepreload`: a browser never asks again for a module that it once did not get.
  const link = Object.assign(document.createElement('link'), {
    rel: 'prefetch',
    as: 'script',
    href,
  });
  document.head.append(link);
}

/** The scripts of the page with this path. */
function scriptsOf(pathname: string): string[] {
  const { routes = {} } = globalThis.__reactRouterManifest ?? {};
  const matches = matchRoutes(below(undefined, Object.values(routes)), pathname) ?? [];
  return matches.flatMap(({ route: { id = '' } }) => {
    const { module = [], imports = [] } = routes[id] ?? {};
    return [module, ...imports].flat();
  });
}

function below(parent: string | undefined, routes: readonly ManifestRoute[]): RouteObject[] {
  return routes
    .filter(({ parentId }) => parentId === parent)
    .map(({ id, path = '', index = false }) =>
      index ? { id, path, index } : { id, path, children: below(id, routes) },
    );
}
