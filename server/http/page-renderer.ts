import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { Api } from '#contract/api.ts';
import { publicFolders } from './public-folders.ts';

/** What a page is rendered with; web/entry.server.tsx turns it into the router's context. */
interface Rendering {
  readonly api: Api;
  readonly nonce: string | undefined;
  readonly report: (error: unknown) => void;
  /** Takes the text of a page that waits for nothing. */
  readonly takeWhole: (text: string) => void;
}

/** A page: its text, or a stream while it waits for data. */
export interface RenderedPage {
  readonly status: number;
  readonly location: string | undefined;
  readonly body: string | ReadableStream<Uint8Array> | null;
}

export type Render = (
  request: Request,
  rendering: Omit<Rendering, 'takeWhole'>,
) => Promise<RenderedPage>;

/** What web/entry.server.tsx exports for us. */
interface Entry {
  readonly createRequestHandler: typeof createRequestHandler;
  readonly contextFor: (rendering: Rendering) => RouterContextProvider;
}

type Build = ServerBuild & { entry: { module: Entry } };

/** Renders built pages. Throws when there is no build. */
export async function builtRenderer(buildDir: string): Promise<Render> {
  const file = path.join(buildDir, 'server', 'index.js');
  if (!existsSync(file))
    throw new Error(`There are no built pages in ${buildDir}. Run "npm run build" first.`);
  // Imported late, because React's version depends on NODE_ENV, which is set by now.
  return createRender((await import(pathToFileURL(file).href)) as Build, 'production');
}

/** Renders from the sources with Vite, which answers its own requests first; changes show without a restart. */
export async function developmentRenderer(
  app: FastifyInstance,
  publicUrl: string,
): Promise<{ render: Render; answered: Answered }> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    server: {
      middlewareMode: true,
      hmr: { server: app.server },
      allowedHosts: [new URL(publicUrl).hostname],
      // Nothing else of the project, because DATA_DIR with secrets and customer data may be inside it.
      fs: { allow: [...publicFolders] },
    },
    appType: 'custom',
  });
  app.addHook('onClose', async () => vite.close());
  const answered: Answered = async (request, reply) => {
    const toVite = Promise.withResolvers<boolean>();
    reply.raw.once('close', () => toVite.resolve(true));
    vite.middlewares(request.raw, reply.raw, () => toVite.resolve(false));
    return toVite.promise;
  };
  const render: Render = async (request, rendering) => {
    const build = (await vite.ssrLoadModule('virtual:react-router/server-build')) as Build;
    return createRender(build, 'development')(request, rendering);
  };
  return { render, answered };
}

/** Whether something else has answered the request already. */
export type Answered = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

function createRender(build: Build, mode: 'production' | 'development'): Render {
  const handler = build.entry.module.createRequestHandler(build, mode);
  return async (request, rendering) => {
    let whole: string | undefined;
    const takeWhole = (text: string) => void (whole = text);
    const context = build.entry.module.contextFor({ ...rendering, takeWhole });
    const { status, headers, body } = await handler(request, context);
    return { status, location: headers.get('location') ?? undefined, body: whole ?? body };
  };
}
