import * as z from 'zod/mini';
import { ImagesUnavailable, type Images, type Picture } from '#server/third-parties/images/port.ts';
import type { ImageUploaded } from '#contract/images.ts';

/** An account at imgbb. */
interface ImgbbSetup {
  readonly key: string;
  /** `https://api.imgbb.com`, or a stand-in. */
  readonly base: URL;
  /** The origin of imgbb's pictures; an answer with another one is refused. */
  readonly origin?: string;
}

const ownOrigin = 'https://i.ibb.co';

/** imgbb's limit (api.imgbb.com). */
const mostBytes = 32 * 1024 * 1024;

/** A picture takes seconds on a slow connection; nobody has to wait longer than this. */
const patienceMs = 15_000;

/** Remembered uploads; a forgotten one is only uploaded again. */
const mostKnown = 1000;

/** imgbb writes its numbers as strings. */
const Count = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,9}$/))]),
  z.transform(Number),
);
const Kept = z.object({
  success: z.literal(true),
  data: z.object({
    id: z.string().check(z.minLength(1)),
    url: z.url(),
    width: Count,
    height: Count,
    size: Count,
  }),
});
type Kept = z.infer<typeof Kept>['data'];

/**
 * Stores pictures at imgbb. imgbb would store the same picture twice, so this process remembers its uploads by the hash
 * of their content.
 */
export function imgbbImages({ key, base, origin = ownOrigin }: ImgbbSetup): Images {
  const address = new URL('/1/upload', base);
  address.searchParams.set('key', key);
  const known = new Map<string, Promise<ImageUploaded>>();
  return {
    origins: [origin],
    store(picture) {
      const before = known.get(picture.id);
      if (before !== undefined) return before;
      const kept = keep(picture, { address, origin });
      if (known.size >= mostKnown) known.clear();
      known.set(picture.id, kept);
      // A failure is not remembered, so that it can be retried.
      kept.catch(() => known.delete(picture.id));
      return kept;
    },
    storeMissing: async () => undefined,
    // Only whoever has the delete_url could, and that is not kept.
    remove: async () => undefined,
  };
}

interface Target {
  readonly address: URL;
  readonly origin: string;
}

/** Uploads each width as a picture of its own. */
async function keep(picture: Picture, target: Target): Promise<ImageUploaded> {
  const send = (width: keyof Picture['renditions']) =>
    upload({ webp: picture.renditions[width].webp, name: `${picture.id}-${width}` }, target);
  try {
    const [thumb, shown, image] = await Promise.all([send(320), send(640), send(1280)]);
    const size = ({ url, width, height }: Kept) => ({ url, width, height });
    const data = {
      id: picture.id,
      ...size(shown),
      display_url: shown.url,
      size: shown.size,
      image: size(image),
      thumb: size(thumb),
      medium: size(shown),
    };
    // Whoever has imgbb's delete_url can delete the picture, so it is never passed on.
    return { success: true, status: 200, data: { ...data, delete_url: null } };
  } catch (cause) {
    throw new ImagesUnavailable(cause);
  }
}

/** One upload. The API key is in the URL, so no error may contain the URL. */
async function upload(
  { webp, name }: { webp: Buffer; name: string },
  { address, origin }: Target,
): Promise<Kept> {
  if (webp.length > mostBytes) throw new Error('imgbb takes at most 32 MB.');
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(webp)], { type: 'image/webp' }), `${name}.webp`);
  const answer = await fetch(address, {
    method: 'POST',
    body: form,
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: unknown) => {
    throw new Error(`imgbb could not be reached (${codeOf(error)}).`);
  });
  const body: unknown = await answer.json().catch(() => undefined);
  // imgbb's errors have no `success`; the HTTP status is not reliable.
  const kept = z.safeParse(Kept, body);
  if (!answer.ok || !kept.success)
    throw new Error(`imgbb answered ${answer.status} and kept nothing.`);
  if (new URL(kept.data.data.url).origin !== origin)
    throw new Error(`imgbb answered an address that is not at ${origin}.`);
  return kept.data.data;
}

/** The code of a failed connection, without its address. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: unknown } };
  if (typeof cause?.code === 'string') return cause.code;
  return error instanceof Error ? error.name : 'unknown';
}
