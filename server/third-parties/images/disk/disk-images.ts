import { randomBytes } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { imageWidths } from '#contract/image-rules.ts';
import { syncFolder } from '#server/sync-to-disk.ts';
import { idIn, nameOf, uploadedAt, widthsOf } from '#server/third-parties/images/kept-picture.ts';
import {
  ImagesUnavailable,
  type Picture,
  type ReadableImages,
} from '#server/third-parties/images/port.ts';

/** Matches only names that `store` makes; every other address below `/images` gets the 404 page. */
const address = String.raw`/images/:name(^[0-9a-f]{64}-(?:320|640|1280)\.webp$)`;

/** How the addresses of its pictures begin. */
const beginning = '/images/';

/** The default image host: a folder of this machine, served by the shop itself. */
interface DiskImages extends ReadableImages {
  /** Serves the stored pictures below `/images`. */
  mount(app: FastifyInstance): Promise<void>;
}

/** Stores pictures in a folder: a file for each width, named by the hash of the content. */
export function diskImages(folder: string): DiskImages {
  const write = (picture: Picture) =>
    orUnavailable(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const width of imageWidths)
        await keep(path.join(folder, nameOf(picture.id, width)), picture.renditions[width].webp);
      // A rename is durable once its folder is synced.
      syncFolder(folder);
    });
  return {
    origins: [],
    beginning,
    async store(picture) {
      await write(picture);
      return uploadedAt(beginning, picture);
    },
    storeMissing: write,
    async remove(url) {
      const id = idIn(url, beginning);
      if (id === undefined || !(await isThere(folder))) return;
      await orUnavailable(async () => {
        for (const width of imageWidths)
          await rm(path.join(folder, nameOf(id, width)), { force: true });
        syncFolder(folder);
      });
    },
    async read(url) {
      const id = idIn(url, beginning);
      if (id === undefined) return undefined;
      return widthsOf((width) => readIfThere(path.join(folder, nameOf(id, width))));
    },
    async mount(app) {
      const config = { routeName: '/images/*', isQuiet: true as const };
      app.get<{ Params: { name: string } }>(address, { config }, async (request, reply) => {
        const { name } = request.params;
        const webp = await readIfThere(path.join(folder, name));
        if (webp === undefined)
          return reply
            .code(404)
            .headers({ 'cache-control': 'no-store' })
            .type('text/plain')
            .send('No such picture.');
        // The content of a name never changes.
        const etag = `"${name}"`;
        reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', etag });
        if (request.headers['if-none-match'] === etag) return reply.code(304).send();
        return reply.type('image/webp').send(webp);
      });
    },
  };
}

async function orUnavailable(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new ImagesUnavailable(cause);
  }
}

/** Writes a file atomically, also in case of a power cut. */
async function keep(file: string, content: Buffer): Promise<void> {
  if (await isThere(file)) return;
  const unfinished = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(unfinished, content, { flag: 'wx', mode: 0o600, flush: true });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
