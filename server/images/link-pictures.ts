import type { FastifyInstance, FastifyRequest } from 'fastify';
import { linkPictureSize } from '#contract/image-rules.ts';
import { answerNotFound } from '#server/http/errors.ts';
import type { Charge } from '#server/http/request-budget.ts';
import { workQueue } from '#server/work-queue.ts';
import { loadSharp } from './sharp.ts';

/** What making one costs, in points of the network's budget. */
const price = 20;
/** Some 60 KB each. */
const mostKept = 50;

/** The ground of a picture that is less wide: that of its card on a page. */
const background = '#f1f2f4';

/** A picture that is about as wide fills all of it; others stand in the middle, whole. */
const isWide = (width: number, height: number) => width / height > 1.6;

/**
 * Serves the shop's own pictures below `/link-pictures` as other sites show them beside a link: as JPEG, because not every
 * one of those reads WebP, and in the shape that they ask for. Made when asked for; the newest are kept.
 */
export function mountLinkPictures(app: FastifyInstance, charge: Charge): void {
  const kept = new Map<string, Promise<Buffer | undefined>>();
  const inTurn = workQueue({ atOnce: 1, waiting: 16 });

  /** Undefined when there is no such picture. It is read from where the shop itself serves it, by the one who asks. */
  async function made(source: string, { ip, headers: { host } }: FastifyRequest) {
    const answer = await app.inject({
      url: source,
      remoteAddress: ip,
      headers: { ...(host !== undefined && { host }) },
    });
    // Any other address is answered with a page.
    const isPicture = answer.statusCode === 200 && answer.headers['content-type'] === 'image/webp';
    return isPicture ? inTurn(() => asLinkPicture(answer.rawPayload)) : undefined;
  }

  function found(source: string, request: FastifyRequest): Promise<Buffer | undefined> {
    const before = kept.get(source);
    if (before !== undefined) return before;
    charge(request, price);
    const making = made(source, request);
    kept.set(source, making);
    const forget = () => void (kept.get(source) === making && kept.delete(source));
    making.then((picture) => picture ?? forget(), forget);
    const oldest = kept.size > mostKept ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
    return making;
  }

  const serve = (address: string, sourceOf: (name: string) => string) =>
    app.get<{ Params: { name: string } }>(
      address,
      { config: { routeName: '/link-pictures/*' } },
      async (request, reply) => {
        const jpeg = await found(sourceOf(request.params.name), request);
        if (jpeg === undefined) return answerNotFound(request, reply);
        return reply
          .headers({ 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=86400' })
          .send(jpeg);
      },
    );
  serve('/link-pictures/images/:name(^[0-9a-f]{64}).jpg', (name) => `/images/${name}-1280.webp`);
  serve('/link-pictures/pictures/:name(^[\\w-]{1,80}).jpg', (name) => `/pictures/${name}.webp`);
}

async function asLinkPicture(webp: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  const { width, height } = await sharp(webp).metadata();
  return sharp(webp)
    .resize({ ...linkPictureSize, fit: isWide(width, height) ? 'cover' : 'contain', background })
    .flatten({ background })
    .jpeg({ quality: 80 })
    .toBuffer();
}
