import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { CallName } from '#contract/api.ts';
import type { identityCalls } from '#contract/identity-calls.ts';
import { demoCalls } from '#contract/site-calls.ts';
import { auditHandlers } from '#server/audit/handlers.ts';
import { documentHandlers } from '#server/documents/handlers.ts';
import { doctorHandlers } from '#server/doctor/handlers.ts';
import { bookHandlers } from '#server/books/handlers.ts';
import { figureHandlers } from '#server/figures/handlers.ts';
import { unbookedHandlers } from '#server/unbooked-payments/handlers.ts';
import { answerApiDocs } from '#server/http/api-docs.ts';
import { answerErrors, answerNotFound } from '#server/http/errors.ts';
import { createBaseApp, earlyParts, type BaseAppOptions } from '#server/http/base-app.ts';
import { answerEarly } from '#server/http/early-answers.ts';
import { answerHealth, type Readiness } from '#server/http/health.ts';
import { answerMetrics } from '#server/metrics/answer-metrics.ts';
import type { ShopMetrics } from '#server/metrics/shop-metrics.ts';
import { acceptJson } from '#server/http/json-body.ts';
import { openApiDocument } from '#server/http/openapi.ts';
import { sendPublic } from '#server/http/public-answer.ts';
import { limitRequests } from '#server/http/request-budget.ts';
import { serveCalls } from '#server/http/serve-calls.ts';
import type { SiteParts } from '#server/http/site.ts';
import { inProcessApi, type Handlers } from '#server/http/serve.ts';
import { importHandlers } from '#server/imports/handlers.ts';
import { imageHandlers } from '#server/images/handlers.ts';
import { allBatchesHandlers } from '#server/orders/all-batches.ts';
import { allOrdersHandlers } from '#server/orders/all-orders-handlers.ts';
import { orderListHandlers } from '#server/order-list/handlers.ts';
import { batchHandlers } from '#server/orders/batch-handlers.ts';
import { myOrdersHandlers } from '#server/orders/my-orders-handlers.ts';
import { orderHandlers } from '#server/orders/handlers.ts';
import { shipmentHandlers } from '#server/orders/shipment-handlers.ts';
import { managedPartsHandlers } from '#server/parts/managed-parts-handlers.ts';
import { managePartHandlers } from '#server/parts/manage-parts-handlers.ts';
import { partHandlers } from '#server/parts/handlers.ts';
import { mountCardEvents } from '#server/payments/card-events.ts';
import { paymentHandlers } from '#server/payments/handlers.ts';
import { returnHandlers } from '#server/returns/handlers.ts';
import { reviewHandlers } from '#server/reviews/handlers.ts';
import { securityEventHandlers } from '#server/security-events/handlers.ts';
import { mountLinkPictures } from '#server/images/link-pictures.ts';
import { mountSitemaps } from '#server/sitemaps/mount-sitemaps.ts';
import type { Shop } from './shop.ts';
import { settingHandlers } from '#server/settings/handlers.ts';
import { liveSettings } from '#server/settings/live-settings.ts';
import { searchHandlers } from '#server/search/handlers.ts';
import { fitHandlers } from '#server/vehicles/fit-handlers.ts';
import { vehiclePageHandlers } from '#server/vehicles/pages/handlers.ts';
import { vehicleHandlers } from '#server/vehicles/handlers.ts';
import { vinHandlers } from '#server/vehicles/vin/vin-handlers.ts';
import { siteHandlers } from '#server/site/handlers.ts';
import { addressHandlers } from '#server/addresses/handlers.ts';
import { garageHandlers } from '#server/garage/handlers.ts';
import { savedListHandlers } from '#server/saved-lists/handlers.ts';
import { stockAlertHandlers } from '#server/stock-alerts/handlers.ts';
import { outboxHandlers } from '#server/mails/outbox-handlers.ts';
import { manageUserHandlers, userHandlers } from '#server/users/handlers.ts';

z.config(z.locales.en());

/** Adds routes beside the shop's calls: a sandbox, the pages. */
type Mount = (app: FastifyInstance) => Promise<void>;

export interface AppParts {
  /** Its contact is the original one, which admins may change. */
  readonly shop: Omit<
    Shop,
    'log' | 'pageFiles' | 'publicPagesChanged' | 'stockChanged' | 'settings'
  >;
  readonly logger: FastifyBaseLogger;
  readonly readiness: Readiness;
  readonly metrics: ShopMetrics;
  /** Opens `/metrics`; without it the address is unknown. */
  readonly metricsToken: string | undefined;
  /** Routes of third parties that run in this process. */
  readonly mounts: readonly Mount[];
  /** The calls of the identity service, if it is in this process. */
  readonly identityHandlers: Partial<Handlers<IdentityCall>>;
  readonly base: Pick<BaseAppOptions, 'trustedProxies' | 'hstsSubdomains'>;
  /** The pages; they read the shop through `api`, and `onChange` registers what to call when a public page changes. */
  readonly pages?: (
    app: FastifyInstance,
    pages: Pick<SiteParts, 'api' | 'charge' | 'onChange' | 'onStockChange' | 'answerEarly'> & {
      shop: Shop;
    },
  ) => Promise<void>;
}

/** The whole app with all its routes; not listening yet. */
export async function buildApp(parts: AppParts): Promise<{ app: FastifyInstance; shop: Shop }> {
  const { logger, readiness, metrics, metricsToken } = parts;
  const { mode, publicUrl, networkHash } = parts.shop;
  const watch = { networkHash, metrics };
  const base = { ...parts.base, mode, publicUrl, logger, readiness, watch };
  const app = createBaseApp(base);
  const changed: (() => void)[] = [];
  const stockChanged: ((parts: readonly string[]) => void)[] = [];
  const settings = await liveSettings({ ...parts.shop, log: logger });
  const shop: Shop = {
    ...parts.shop,
    log: logger,
    settings,
    get contact() {
      return settings.current.contact;
    },
    pageFiles: new Set(),
    publicPagesChanged: () => changed.forEach((clear) => clear()),
    stockChanged: (ids) => stockChanged.forEach((tell) => tell(ids)),
  };
  const handlers = { ...featureHandlers(shop), ...parts.identityHandlers };

  answerErrors(app);
  const charge = limitRequests(app, shop);
  app.setNotFoundHandler(answerNotFound);
  answerHealth(app, readiness);
  if (metricsToken !== undefined) answerMetrics(app, metrics, metricsToken);
  await app.register(async (api) => {
    acceptJson(api);
    serveCalls(api, shop, handlers);
    const served = (Object.keys(handlers) as CallName[]).filter((name) => !(name in demoCalls));
    let document: string | undefined;
    api.get('/api/openapi.json', async (request, reply) => {
      document ??= JSON.stringify(openApiDocument(served));
      return sendPublic(request, reply.type('application/json; charset=utf-8'), document);
    });
    answerApiDocs(api, served);
    api.all('/api', answerNotFound);
    api.all('/api/*', answerNotFound);
  });
  mountCardEvents(app, shop);
  mountSitemaps(app, shop);
  mountLinkPictures(app, charge);
  for (const mount of parts.mounts) await app.register(mount);
  await parts.pages?.(app, {
    api: inProcessApi(shop, handlers),
    shop,
    charge,
    onChange: (clear) => void changed.push(clear),
    onStockChange: (tell) => void stockChanged.push(tell),
    answerEarly: (find) => answerEarly(app, { ...earlyParts(base), charge }, find),
  });
  await app.ready();
  return { app, shop };
}

type DemoCall = keyof typeof demoCalls;
type IdentityCall = keyof typeof identityCalls;

/**
 * The handlers of the features: all of the contract, the demo's calls in the demo only. Other calls answer the JSON 404 and
 * are not in the OpenAPI document.
 */
function featureHandlers(
  shop: Shop,
): Handlers<Exclude<CallName, DemoCall | IdentityCall>> & Partial<Handlers<DemoCall>> {
  return {
    ...partHandlers(shop),
    ...searchHandlers(shop),
    ...fitHandlers(shop),
    ...vinHandlers(shop),
    ...vehiclePageHandlers(shop),
    ...vehicleHandlers(shop),
    ...managePartHandlers(shop),
    ...managedPartsHandlers(shop),
    ...reviewHandlers(shop),
    ...stockAlertHandlers(shop),
    ...addressHandlers(shop),
    ...savedListHandlers(shop),
    ...garageHandlers(shop),
    ...orderHandlers(shop),
    ...shipmentHandlers(shop),
    ...returnHandlers(shop),
    ...allOrdersHandlers(shop),
    ...allBatchesHandlers(shop),
    ...batchHandlers(shop),
    ...documentHandlers(shop),
    ...myOrdersHandlers(shop),
    ...paymentHandlers(shop),
    ...userHandlers(shop),
    ...manageUserHandlers(shop),
    ...imageHandlers(shop),
    ...auditHandlers(shop),
    ...securityEventHandlers(shop),
    ...doctorHandlers(shop),
    ...figureHandlers(shop),
    ...bookHandlers(shop),
    ...unbookedHandlers(shop),
    ...importHandlers(shop),
    ...orderListHandlers(shop),
    ...siteHandlers(shop),
    ...settingHandlers(shop),
    ...(shop.mode === 'demo' ? outboxHandlers(shop) : {}),
  };
}
