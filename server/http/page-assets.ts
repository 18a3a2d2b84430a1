import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findFile, keepFiles } from '#server/page-files/store.ts';
import type { Shop } from '#server/shop.ts';
import { answerNotFound } from './errors.ts';

const oneYear = 'public, max-age=31536000, immutable';
const oneDay = 'public, max-age=86400';

/** A name that changes with the content of its file. */
const hashedName = /^[\w.-]+-[\w-]{7,8}\.(js|css|woff2|svg|webp)$/;

const contentTypes: Readonly<Record<string, string>> = {
  js: 'application/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  woff2: 'font/woff2',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/**
 * Serves the files of a build: those with a hash in their name never change, others are cached for a day. Hashed files that
 * this build does not have may be of another copy's, or of an earlier one, and come from the database.
 */
export async function serveAssets(
  app: FastifyInstance,
  root: string,
  { db, clock, pageFiles }: Pick<Shop, 'db' | 'clock' | 'pageFiles'>,
): Promise<void> {
  const hashed = path.join(root, 'assets');
  if (existsSync(hashed))
    for (const name of await keepFiles(db, hashed, clock.now())) pageFiles.add(name);
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
        reply.header('cache-control', file.startsWith(hashed + path.sep) ? oneYear : oneDay);
      },
    });
    serveOtherBuilds(scope, db);
  });
}

function serveOtherBuilds(app: FastifyInstance, db: Shop['db']): void {
  app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
    const { name } = request.params;
    const [, kind = ''] = hashedName.exec(name) ?? [];
    const content = kind === '' ? undefined : await findFile(db, name);
    if (content === undefined) return answerNotFound(request, reply);
    return reply
      .headers({ 'cache-control': oneYear, 'content-type': contentTypes[kind] })
      .send(content);
  });
}
