import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { partSlug } from '#contract/part-rules.ts';
import { encodingFor } from '#server/http/encoding.ts';
import { answerNotFound } from '#server/http/errors.ts';
import { filePrice } from '#server/http/request-budget.ts';
import type { Shop } from '#server/shop.ts';
import { partFiles } from './part-files.ts';
import { sitemap, sitemapIndex, type Listed } from './sitemap-xml.ts';
import { vehicleFiles } from './vehicle-files.ts';
import { listParts, listShelves, type PartRange } from './store.ts';

/** The most that a sitemap may have (sitemaps.org/protocol.html). */
const mostAddresses = 50_000;

/** Rows that are read at a time. */
const pageLength = 1000;

/** Nothing that search engines must not list is kept secret by this: it says where crawling is of no use to them. */
const robots = (publicUrl: string) =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /sandbox/',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

const pages = ['/', '/parts', '/my-portfolio', '/blog'];

/** Serves what search engines ask for: `/robots.txt`, `/sitemap.xml` and the files that it lists. */
export function mountSitemaps(
  app: FastifyInstance,
  { db, clock, publicUrl }: Pick<Shop, 'db' | 'clock' | 'publicUrl'>,
  mostInFile = mostAddresses,
): void {
  const now = () => clock.now().getTime();
  const files = partFiles({ db, mostInFile, now });
  const vehicles = vehicleFiles({ db, publicUrl, mostInFile, now });

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'public, max-age=3600',
      })
      .send(robots(publicUrl)),
  );

  app.get('/sitemap.xml', async (request, reply) => {
    const ofParts = numbered('parts', (await files()).length);
    const names = ['pages', ...numbered('vehicles', await vehicles.count()), ...ofParts];
    const index = sitemapIndex(names.map((name) => `${publicUrl}/sitemaps/${name}.xml`));
    return sendXml(request, reply, index);
  });

  app.get('/sitemaps/pages.xml', async (request, reply) => {
    const shelves = (await listShelves(db)).map(
      (id) => `/parts?${new URLSearchParams({ category: id }).toString()}`,
    );
    const listed = [...pages, ...shelves, ...(await vehicles.makes())].map((path) => ({
      address: publicUrl + path,
    }));
    return sendXml(request, reply, sitemap([listed]));
  });

  app.get<{ Params: { number: string } }>(
    '/sitemaps/vehicles-:number(^[1-9][0-9]{0,5}).xml',
    { config: { price: filePrice, routeName: '/sitemaps/vehicles-*.xml' } },
    async (request, reply) => {
      const listed = await vehicles.file(Number(request.params.number));
      return listed ? sendXml(request, reply, sitemap(listed)) : answerNotFound(request, reply);
    },
  );

  app.get<{ Params: { number: string } }>(
    '/sitemaps/parts-:number(^[1-9][0-9]{0,5}).xml',
    { config: { price: filePrice, routeName: '/sitemaps/parts-*.xml' } },
    async (request, reply) => {
      const range = (await files())[Number(request.params.number) - 1];
      if (range === undefined) return answerNotFound(request, reply);
      return sendXml(request, reply, sitemap(listedParts({ db, publicUrl }, range, mostInFile)));
    },
  );
}

function numbered(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${name}-${at + 1}`);
}

/** The parts of a file, as they are read. */
async function* listedParts(
  { db, publicUrl }: Pick<Shop, 'db' | 'publicUrl'>,
  range: PartRange,
  mostInFile: number,
): AsyncGenerator<Listed[]> {
  let { after } = range;
  for (let left = mostInFile; left > 0;) {
    const limit = Math.min(pageLength, left);
    const rows = await listParts(db, { ...range, after }, limit);
    yield rows.map((part) => ({
      address: `${publicUrl}/parts/${partSlug(part)}`,
      changedAt: part.updated_at,
    }));
    if (rows.length < limit) return;
    after = rows.at(-1)?._id ?? after;
    left -= rows.length;
  }
}

/** Sends it as it comes, compressed where that is accepted (Brotli takes half as long again and saves a tenth); a client that goes away ends the reading. */
function sendXml(
  request: FastifyRequest,
  reply: FastifyReply,
  xml: string | AsyncGenerator<string>,
): FastifyReply {
  reply.headers({
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
    vary: 'Accept-Encoding',
    'x-robots-tag': 'noindex',
  });
  const plain = Readable.from(typeof xml === 'string' ? [xml] : xml, { objectMode: false });
  const encoding = encodingFor(request, ['gzip']);
  if (encoding === undefined) return reply.send(plain);
  // What fails before the first piece is answered as a refusal; later the answer breaks off.
  const compressed = pipeline(plain, createGzip(), () => undefined);
  return reply.header('content-encoding', encoding).send(compressed);
}
