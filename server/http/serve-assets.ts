import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import path from 'node:path';

/** Serves the files of the pages. Those with a hash in their name never change; others are cached for a day. */
export async function serveAssets(app: FastifyInstance, root: string): Promise<void> {
  const hashed = path.join(root, 'assets') + path.sep;
  await app.register(async (scope) => {
    // Each file is a route of its own; log and metrics know their folder.
    scope.addHook('onRoute', (route) => {
      const [, folder] = /^(\/[^/]+)\//.exec(route.url) ?? [];
      if (folder !== undefined) route.config = { ...route.config, routeName: `${folder}/*` };
      if (folder === '/assets') route.config = { ...route.config, isQuiet: true };
    });
    await scope.register(fastifyStatic, {
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
  });
}
