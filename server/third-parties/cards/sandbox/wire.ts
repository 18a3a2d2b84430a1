import { timingSafeEqual } from 'node:crypto';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { inSandboxTransaction, type ProviderSide } from './sandbox-transaction.ts';
import { authenticateIntent, confirmIntent } from './confirm.ts';
import { parseForm, type WireCall } from './form.ts';
import { oncePerKey } from './idempotency.ts';
import { cancelIntent, createIntent, listIntents, retrieveIntent } from './intents.ts';
import { listCharges, listDisputes, listRefunds } from './lists.ts';
import { wireId } from './objects.ts';
import { createRefund } from './refunds.ts';
import { errorReply, invalidKey, WireRefusal, type WireReply } from './refusal.ts';

/** What the provider works with. */
export interface WireSetup extends ProviderSide {
  readonly secretKey: string;
}

/**
 * The key that pages send, in test mode (Spec §9). It is public and opens nothing, so all copies of a shop, before and after a
 * restart, have the same (0069).
 */
export const publishableKey = 'pk_test_underhood';

type Step = (call: WireCall, id: string) => Promise<WireReply>;

/** For the shop, which has the secret key. */
const shopSteps = [
  ['POST', '/v1/payment_intents', createIntent],
  ['GET', '/v1/payment_intents', listIntents],
  ['GET', '/v1/payment_intents/:id', retrieveIntent],
  ['POST', '/v1/payment_intents/:id/cancel', cancelIntent],
  ['GET', '/v1/charges', listCharges],
  ['POST', '/v1/refunds', createRefund],
  ['GET', '/v1/refunds', listRefunds],
  ['GET', '/v1/disputes', listDisputes],
] as const satisfies readonly (readonly ['GET' | 'POST', string, Step])[];

/** For a browser that has an intent's client secret. */
const browserSteps = [
  ['/payment_intents/:id/confirm', confirmIntent],
  ['/payment_intents/:id/authenticate', authenticateIntent],
] as const satisfies readonly (readonly [string, Step])[];

/** The provider's own app. It does not listen: the SDK reaches it through `inject`. */
export function buildWire(setup: WireSetup): FastifyInstance {
  const app = fastify({ logger: false, bodyLimit: 64 * 1024 });
  takeForms(app);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', wireId('req'));
    if (hasSecretKey(request, setup.secretKey)) return;
    const { status, body } = errorReply(401, invalidKey);
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

/** Mounts the calls for browsers, and nothing else, in the shop's app. */
export function mountBrowserSteps(app: FastifyInstance, prefix: string, setup: WireSetup): void {
  app.register(
    async (scope) => {
      takeForms(scope);
      for (const [url, step] of browserSteps) {
        scope.post(url, { bodyLimit: 8 * 1024 }, async (request, reply) => {
          const { status, body } = await answer(setup, underRightKey(step), request);
          return reply.code(status).header('cache-control', 'no-store').send(body);
        });
      }
    },
    { prefix },
  );
}

/** Stripe's script sends the key as a field of the form; other clients may leave it out. */
function underRightKey(step: Step): Step {
  return async (call, id) => {
    const key = call.form.get('key');
    if (key !== undefined && key !== publishableKey) throw new WireRefusal(401, invalidKey);
    return step(call, id);
  };
}

/** Form-encoded bodies reach the handlers as text; other content types are refused. */
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

async function answer(setup: WireSetup, step: Step, request: FastifyRequest): Promise<WireReply> {
  const body = typeof request.body === 'string' ? request.body : '';
  const { id = '' } = request.params as { id?: string };
  const sent =
    request.method === 'GET' ? new URL(request.url, 'http://sandbox.invalid').search : body;
  const key = request.headers['idempotency-key'];
  try {
    return await inSandboxTransaction(setup, (call) => {
      const work = async () => step({ ...call, form: parseForm(sent) }, id);
      if (typeof key !== 'string' || request.method === 'GET') return work();
      return oncePerKey(call.tx, { key, address: request.url, body, now: call.now }, work);
    });
  } catch (error) {
    if (error instanceof WireRefusal) return error.reply;
    throw error;
  }
}
