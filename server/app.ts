import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Api, CallName } from '#contract/api.ts';
import { demoCalls } from '#contract/site-calls.ts';
import { auditHandlers } from '#server/audit/routes.ts';
import { doctorHandlers } from '#server/doctor/routes.ts';
import { answerApiDocs } from '#server/http/api-docs.ts';
import { answerBadAddress, answerErrors, answerNotFound } from '#server/http/errors.ts';
import { answerHealth, type Readiness } from '#server/http/health.ts';
import { takeJson } from '#server/http/json.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { sendPublic } from '#server/http/public-answer.ts';
import { limitRequests, type Charge } from '#server/http/request-budget.ts';
import { serveCalls } from '#server/http/routes.ts';
import { inProcessApi, type Handlers } from '#server/http/serve.ts';
import { imageHandlers } from '#server/images/routes.ts';
import { orderHandlers } from '#server/orders/routes.ts';
import { managePartHandlers } from '#server/parts/manage-parts-routes.ts';
import { partHandlers } from '#server/parts/routes.ts';
import { mountCardEvents } from '#server/payments/card-events.ts';
import { paymentHandlers } from '#server/payments/routes.ts';
import { reviewHandlers } from '#server/reviews/routes.ts';
import type { Shop } from '#server/shop.ts';
import { siteHandlers } from '#server/site/routes.ts';
import { outboxHandlers } from '#server/third-parties/mail/outbox-routes.ts';
import { userHandlers } from '#server/users/routes.ts';

z.config(z.locales.en());

/** Something that answers addresses of its own beside the shop's calls: a sandbox, the pages. */
export type Mount = (app: FastifyInstance) => Promise<void>;

/** What the app is built from. */
export interface AppParts {
  readonly shop: Omit<Shop, 'log' | 'publicPagesChanged'>;
  readonly logger: FastifyBaseLogger;
  readonly readiness: Readiness;
  /** Third parties in this process, with addresses of their own. */
  readonly mounts: readonly Mount[];
  /** Who may say whom a request comes from: nobody, unless named. */
  readonly trustedProxies?: readonly string[];
  /** The pages; they read the shop through `api` and are told when a public page changed. */
  readonly pages?: (
    app: FastifyInstance,
    pages: { api: Api; shop: Shop; charge: Charge; onChange: (clear: () => void) => void },
  ) => Promise<void>;
}

/** The whole shop, registered by hand, not listening. */
export async function buildApp(parts: AppParts): Promise<{ app: FastifyInstance; shop: Shop }> {
  const app = fastify({
    loggerInstance: parts.logger,
    // Told to people, kept with security events: the same in no other copy and after no other start.
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 256 * 1024,
    trustProxy: parts.trustedProxies?.length ? [...parts.trustedProxies] : false,
    // Longer than the 60 s most proxies keep a connection, so that it is never us who closes one in use.
    keepAliveTimeout: 72_000,
    requestTimeout: 30_000,
    // Node looks only every 30 s who is too slow, if it is not told otherwise.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // Answers in flight finish; new connections are refused by the closed socket.
    forceCloseConnections: 'idle',
    // An e-mail address in a path may have 254 characters, each escaped; the size of the head is bounded anyway.
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: answerBadAddress,
  });
  const changed: (() => void)[] = [];
  const shop: Shop = { ...parts.shop, log: parts.logger, publicPagesChanged: () => changed.forEach((clear) => clear()) };
  const handlers = handlersOf(shop);

  const headers = everywhere(parts.shop.publicUrl);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(headers));
  logRequests(app);
  // While it says that it is not ready: whoever holds a connection comes again by a new one, elsewhere.
  app.addHook('onSend', async (_request, reply) => void (parts.readiness.isOpen() || reply.header('connection', 'close')));
  answerErrors(app);
  const charge = limitRequests(app, shop);
  app.setNotFoundHandler(answerNotFound);
  answerHealth(app, parts.readiness);
  await app.register(async (api) => {
    takeJson(api);
    serveCalls(api, shop, handlers);
    const document = openApiDocument((Object.keys(handlers) as CallName[]).filter((name) => !(name in demoCalls)));
    const documentText = JSON.stringify(document);
    api.get('/api/openapi.json', async (request, reply) =>
      sendPublic(request, reply.type('application/json; charset=utf-8'), documentText),
    );
    answerApiDocs(api, document);
    api.all('/api', answerNotFound);
    api.all('/api/*', answerNotFound);
  });
  mountCardEvents(app, shop);
  await app.register(async (identity) => shop.identity.mount(identity));
  for (const mount of parts.mounts) await app.register(mount);
  await parts.pages?.(app, {
    api: inProcessApi(shop, handlers),
    shop,
    charge,
    onChange: (clear) => void changed.push(clear),
  });
  await app.ready();
  return { app, shop };
}

/** The calls this shop serves; what is not here answers the JSON 404 and is not in the OpenAPI document. */
function handlersOf(shop: Shop): Partial<Handlers> {
  return {
    ...partHandlers(shop),
    ...managePartHandlers(shop),
    ...reviewHandlers(shop),
    ...orderHandlers(shop),
    ...paymentHandlers(shop),
    ...userHandlers(shop),
    ...imageHandlers(shop),
    ...auditHandlers(shop),
    ...doctorHandlers(shop),
    ...siteHandlers(shop),
    ...(shop.mode === 'demo' ? outboxHandlers(shop) : {}),
  };
}

/** What every answer says: it is what its type names, and of a shop on https that it is nothing else from now on. */
function everywhere(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/** One line per answer, with the route's pattern: addresses hold e-mails and pay links, so they are never logged. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const fields = { method: request.method, route: request.routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    request.log[reply.statusCode >= 500 ? 'warn' : 'debug'](fields, 'answered');
  });
}
