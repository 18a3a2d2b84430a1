import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import type { Plugin } from 'vite';
import { imageAt, shippedSmallerWidths, type ImageWidth } from '#contract/image-rules.ts';

const quality = 78;

/** The pictures that come with the shop in the smaller widths, too: in the build, and while pages are developed for whoever asks. */
export function pictureWidths(root: string): Plugin {
  const folder = path.join(root, 'web/public/pictures');
  // Made once per picture, not with each build: all of them take 6 s of a processor.
  const kept = path.join(root, 'node_modules/.cache/pictures');
  const wanted = widthsOf(folder);
  const made = async ({ file, width }: Wanted): Promise<Buffer> => {
    const original = readFileSync(path.join(folder, file));
    const name = createHash('sha256').update(`${width} ${quality} `).update(original).digest('hex');
    const copy = path.join(kept, `${name}.webp`);
    if (existsSync(copy)) return readFileSync(copy);
    const webp = await sharp(original)
      .resize({ width, withoutEnlargement: true })
      .webp({ quality })
      .toBuffer();
    mkdirSync(kept, { recursive: true });
    // Whole or not at all, whoever ends the build.
    writeFileSync(`${copy}.${process.pid}`, webp);
    renameSync(`${copy}.${process.pid}`, copy);
    return webp;
  };
  return {
    name: 'picture-widths',
    applyToEnvironment: ({ name }) => name === 'client',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const one = wanted.get(request.url ?? '');
        if (one === undefined) return next();
        made(one).then((webp) => response.setHeader('content-type', 'image/webp').end(webp), next);
      });
    },
    async generateBundle() {
      await Promise.all(
        [...wanted].map(async ([address, one]) =>
          this.emitFile({ type: 'asset', fileName: address.slice(1), source: await made(one) }),
        ),
      );
    },
  };
}

interface Wanted {
  readonly file: string;
  readonly width: ImageWidth;
}

/** The addresses of the smaller widths, and what each is made of. */
function widthsOf(folder: string): ReadonlyMap<string, Wanted> {
  const all = readdirSync(folder).flatMap((file) =>
    shippedSmallerWidths.map((width) => {
      const address = imageAt(`/pictures/${file}`, width);
      return { address, file, width, isOther: !address.endsWith(`/${file}`) };
    }),
  );
  return new Map(all.filter(({ isOther }) => isOther).map(({ address, ...one }) => [address, one]));
}
