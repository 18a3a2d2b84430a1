import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { calls, type CallName } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { csvType, pictureType, sheetType } from './file-types.ts';
import { refuse } from './refusal.ts';
import { sendPublic } from './public-answer.ts';
import { bodyPrice, filePrice, listPrice } from './request-budget.ts';
import { perform, type Browser, type Handlers } from './serve.ts';
import { storedFiles, takeUploads, uploadedFile } from './uploads.ts';
import type { Shop } from '#server/shop.ts';

/** Puts every call that has a handler under `/api`. */
export function serveCalls(app: FastifyInstance, shop: Shop, handlers: Partial<Handlers>): void {
  const names = Object.keys(handlers) as CallName[];
  for (const name of names.filter((other) => !isUpload(other)))
    serveCall(app, shop, handlers, name);
  const uploads = names.filter(isUpload);
  if (uploads.length === 0) return;
  // A scope of their own: only these take form data, and their bodies are not read before it is known who calls.
  void app.register(async (scope) => {
    await takeUploads(scope);
    for (const name of uploads) serveCall(scope, shop, handlers, name);
  });
}

function isUpload(name: CallName): boolean {
  return 'upload' in calls[name];
}

function serveCall(
  app: FastifyInstance,
  shop: Shop,
  handlers: Partial<Handlers>,
  name: CallName,
): void {
  const call: Endpoint = calls[name];
  const { upload } = call;
  app.route({
    method: call.method,
    url: `/api${call.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    config: {
      refused: call.refused ?? {},
      ...(call.told && { told: call.told }),
      ...(call.price && { price: call.price }),
      ...(call.paged && { price: listPrice }),
      ...((call.csv || call.sheet) && { price: filePrice }),
      ...(call.largestBody && { price: bodyPrice(call.largestBody) }),
    },
    ...(call.largestBody && { bodyLimit: call.largestBody }),
    handler: async (request, reply) => {
      const outcome = await perform(shop, handlers, name, {
        params: request.params,
        query: request.query,
        body: request.body,
        ...(upload === undefined ? {} : { file: () => fileOf(request, shop, call) }),
        authorization: request.headers.authorization,
        idempotencyKey: keyOf(request),
        address: request.ip,
        requestId: request.id,
        browser: browserOf(request, reply),
      });
      if (outcome.next !== undefined)
        reply.header('link', `<${nextAddress(request, outcome.next)}>; rel="next"`);
      if (call.download !== undefined)
        reply.header('content-disposition', `attachment; filename="${call.download}"`);
      reply.code(call.status ?? 200);
      if (call.csv || call.sheet)
        return sendFile(
          reply.type(call.csv ? csvType : sheetType),
          outcome.answer as AsyncIterable<string | Uint8Array>,
        );
      if (call.picture)
        return reply
          .type(pictureType)
          .header('cache-control', 'private, no-store')
          .send(outcome.answer);
      if (!call.cacheable) return reply.header('cache-control', 'no-store').send(outcome.answer);
      return sendPublic(
        request,
        reply.type('application/json; charset=utf-8'),
        JSON.stringify(outcome.answer),
      );
    },
  });
}

/** The file of an upload: in memory, or stored by its field if it may be large. */
function fileOf(
  request: FastifyRequest,
  { importFolder }: Shop,
  { upload = '', storeUpload, secondUpload }: Endpoint,
): Promise<unknown> {
  return storeUpload
    ? storedFiles(request, { field: upload, second: secondUpload }, importFolder)
    : uploadedFile(request, upload);
}

/** Sends the pieces as they come; a browser that goes away ends the reading. */
function sendFile(reply: FastifyReply, pieces: AsyncIterable<string | Uint8Array>): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .send(Readable.from(pieces, { objectMode: false }));
}

/** The headers and cookies of whoever made a request. */
export function browserOf({ headers }: FastifyRequest, reply: FastifyReply): Browser {
  return {
    headers,
    setCookies: (lines) => void (lines.length > 0 && reply.header('set-cookie', [...lines])),
  };
}

/** The same call for the next page: relative, so that no Host header is believed. */
function nextAddress(request: FastifyRequest, cursor: string): string {
  const { url } = request;
  // The first page of a list, as nearly all ask for it: taking an address apart takes ten times as long.
  if (/^\/api\/[\w/-]+\?[\w=&.-]+$/.test(url) && !url.includes('cursor'))
    return `${url}&cursor=${encodeURIComponent(cursor)}`;
  const address = new URL(url, 'http://shop.invalid');
  address.searchParams.set('cursor', cursor);
  return address.pathname + address.search;
}

/** Refuses a key with `bad_request` that is too long to be kept: left out in silence, the call would be done twice. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return undefined;
  return key.length > 255 ? refuse('bad_request') : key;
}
