import { timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { inSandboxTransaction, type ProviderSide } from './sandbox-transaction.ts';
import { authenticateIntent, confirmIntent } from './confirm.ts';
import { listCharges } from './charges.ts';
import { listDisputes } from './disputes.ts';
import { formOf, type WireCall } from './form.ts';
import { oncePerKey } from './idempotency.ts';
import { cancelIntent, createIntent, retrieveIntent } from './intents.ts';
import { wireId } from './objects.ts';
import { createRefund, listRefunds } from './refunds.ts';
import { errorReply, WireRefusal, type WireReply } from './refusal.ts';

/** What the provider's side works with. */
export interface WireSetup extends ProviderSide {
  readonly secretKey: string;
}

type Step = (call: WireCall, id: string) => Promise<WireReply>;

/** What a shop with the secret key may do. */
const shopSteps = [
  ['POST', '/v1/payment_intents', createIntent],
  ['GET', '/v1/payment_intents/:id', retrieveIntent],
  ['POST', '/v1/payment_intents/:id/cancel', cancelIntent],
  ['GET', '/v1/charges', listCharges],
  ['POST', '/v1/refunds', createRefund],
  ['GET', '/v1/refunds', listRefunds],
  ['GET', '/v1/disputes', listDisputes],
] as const satisfies readonly (readonly ['GET' | 'POST', string, Step])[];

/** What a browser with an intent's client secret may do. */
const browserSteps = [
  ['/payment_intents/:id/confirm', confirmIntent],
  ['/payment_intents/:id/authenticate', authenticateIntent],
] as const satisfies readonly (readonly [string, Step])[];

/** The provider as an app of its own, never listening: the SDK reaches it through `inject`. */
export function buildWire(setup: WireSetup): FastifyInstance {
  const app = fastify({ logger: false, bodyLimit: 64 * 1024 });
  takeForms(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', wireId('req'));
    if (hasSecretKey(request, setup.secretKey)) return;
    const { status, body } = errorReply(401, {
      type: 'invalid_request_error',
      message: 'Invalid API Key provided.',
    });
    return reply.code(status).send(body);
  });
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url}).`;
    return reply.code(404).send(errorReply(404, { type: 'invalid_request_error', message }).body);
  });
  for (const [method, url, step] of shopSteps) {
    app.route({
      method,
      url,
      handler: (request, reply) =>
        answer(setup, step, request).then(({ status, body }) => reply.code(status).send(body)),
    });
  }
  return app;
}

/** Mounts what browsers need below a prefix of the shop's own app, and nothing else. */
export function mountBrowserSteps(app: FastifyInstance, prefix: string, setup: WireSetup): void {
  app.register(
    async (scope) => {
      takeForms(scope);
      for (const [url, step] of browserSteps) {
        scope.post(url, { bodyLimit: 8 * 1024 }, async (request, reply) => {
          const { status, body } = await answer(setup, step, request);
          return reply.code(status).header('cache-control', 'no-store').send(body);
        });
      }
    },
    { prefix },
  );
}

/** Form-encoded bodies reach the handlers as text; no other type is understood. */
function takeForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  );
}

function hasSecretKey(request: FastifyRequest, secretKey: string): boolean {
  const sent = Buffer.from(request.headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${secretKey}`);
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}

/** One call in one transaction of the sandbox's own; messages leave after the commit. */
async function answer(setup: WireSetup, step: Step, request: FastifyRequest): Promise<WireReply> {
  const body = typeof request.body === 'string' ? request.body : '';
  const { id = '' } = request.params as { id?: string };
  const sent =
    request.method === 'GET' ? new URL(request.url, 'http://sandbox.invalid').search : body;
  const key = request.headers['idempotency-key'];
  try {
    return await inSandboxTransaction(setup, (call) => {
      const work = async () => step({ ...call, form: formOf(sent) }, id);
      if (typeof key !== 'string' || request.method === 'GET') return work();
      return oncePerKey(call.tx, { key, address: request.url, body, now: call.now }, work);
    });
  } catch (error) {
    if (error instanceof WireRefusal) return error.reply;
    throw error;
  }
}
