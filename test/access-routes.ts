import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { rmSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { mountSite } from '#server/http/site.ts';
import type { ApiDocument } from './documented-operations.ts';
import { startShop, type TestShop } from './harness.ts';
import { smallBuild } from './small-build.ts';

/** Reads the metrics of that shop. */
export const metricsToken = 'the token of Prometheus, as it has it'.replaceAll(/\W+/g, '-');

/** Starts a shop with pages and metrics, and answers it with every route of its app, as `GET /api/parts/:id`. */
export async function startListed(): Promise<{ shop: TestShop; routes: string[] }> {
  const routes = new Map<FastifyInstance, string[]>();
  // The hook must be added before the first route, and only Node's diagnostics channel reports the app that early.
  const listen = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    const found: string[] = [];
    routes.set(fastify, found);
    fastify.addHook(
      'onRoute',
      ({ method, url }) => void found.push(...[method].flat().map((one) => `${one} ${url}`)),
    );
  };
  subscribe('fastify.initialization', listen);
  const buildDir = smallBuild();
  const shop = await startShop({
    metricsToken,
    pages: (app, pages) => mountSite(app, { ...pages, buildDir }),
  });
  rmSync(buildDir, { recursive: true });
  unsubscribe('fastify.initialization', listen);
  return { shop, routes: (routes.get(shop.app) ?? []).toSorted() };
}

/** The document's faults: missing routes, operations without `x-access`, and operations that no route serves. */
export function faultsOf(
  document: ApiDocument,
  routes: readonly string[],
  others: readonly string[],
): string[] {
  const documented = Object.entries(document.paths).flatMap(([address, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      route: `${method.toUpperCase()} /api${address.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      access: operation['x-access'],
    })),
  );
  // Fastify answers HEAD wherever it answers GET, by the same handler.
  const isHeadOf = (route: string) =>
    route.startsWith('HEAD ') && known.has(route.replace('HEAD', 'GET'));
  const known = new Set([...documented.map(({ route }) => route), ...others]);
  return [
    ...routes
      .filter((route) => !known.has(route) && !isHeadOf(route))
      .map((route) => `not in the document: ${route}`),
    ...documented
      .filter(({ access }) => access === undefined)
      .map(({ route }) => `without x-access: ${route}`),
    ...[...known].filter((route) => !routes.includes(route)).map((route) => `not served: ${route}`),
  ];
}
