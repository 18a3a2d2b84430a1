import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { AuthParts } from './auth.ts';
import { derivedSecret } from './derive.ts';
import type { GoogleService } from './google.ts';
import { mountPage } from './google-sandbox-page.ts';

const prefix = '/sandbox/google';
const clientId = 'underhood-shop';

type Parts = Pick<AuthParts, 'db' | 'secrets' | 'publicUrl' | 'clock'>;

/** The demo's Google: a real OpenID provider in this process, in which anybody can sign in as anybody. */
export interface GoogleSandbox {
  readonly service: GoogleService;
  mount(app: FastifyInstance): Promise<void>;
}

/**
 * Makes the sandbox; the provider, which is a large library, is loaded by its first request. Its token and key endpoints are
 * called in-process, because the public address may not reach this server.
 */
export function googleSandbox(parts: Parts): GoogleSandbox {
  const issuer = parts.publicUrl + prefix;
  const clientSecret = derivedSecret(parts.secrets[0], 'google-sandbox-client');
  let loading: Promise<Provider> | undefined;
  const provider = () =>
    (loading ??= import('./google-provider.ts').then(({ googleProvider }) =>
      googleProvider({ ...parts, issuer, prefix, clientId, clientSecret }),
    ));
  let mounted: FastifyInstance | undefined;
  return {
    service: {
      issuer,
      authorizationEndpoint: `${issuer}/auth`,
      tokenEndpoint: `${issuer}/token`,
      keysEndpoint: `${issuer}/jwks`,
      algorithms: ['EdDSA'],
      clientId,
      clientSecret,
      fetch: async (input, init) => {
        if (mounted === undefined) throw new Error('The Google sandbox is not mounted.');
        return fetchInside(mounted, new Request(input, init));
      },
    },
    mount: async (app) => {
      mounted = app;
      await app.register(async (scope) => mountPage(scope, parts, provider), {
        prefix: `${prefix}/interaction`,
      });
      await app.register(async (scope) => mountProvider(scope, parts, provider), { prefix });
    },
  };
}

/** oidc-provider parses requests itself, so Fastify passes them on unread, without the prefix. */
function mountProvider(
  scope: FastifyInstance,
  { publicUrl }: Parts,
  provider: () => Promise<Provider>,
): void {
  const { host, protocol } = new URL(publicUrl);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const serveProvider = (await provider()).callback();
    reply.hijack();
    const raw = Object.assign(request.raw, { originalUrl: request.url });
    raw.url = request.url.slice(prefix.length);
    Object.assign(raw.headers, {
      host,
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol.slice(0, -1),
    });
    raw.headers.cookie = withoutSession(raw.headers.cookie);
    void serveProvider(raw, reply.raw);
  };
  for (const [method, url] of [
    ['GET', '/auth'],
    ['GET', '/auth/:uid'],
    ['POST', '/token'],
    ['GET', '/jwks'],
  ] as const)
    scope.route({ method, url, exposeHeadRoute: false, handler });
}

/** Removes the provider's session: with one, it would first show a page of its own that signs the last account out. */
function withoutSession(cookies = ''): string {
  return cookies
    .split(/; */)
    .filter((cookie) => !cookie.startsWith('sandbox_session'))
    .join('; ');
}

/** A request to this process without a socket: works before it listens and behind any proxy. */
async function fetchInside(app: FastifyInstance, request: Request): Promise<Response> {
  const url = new URL(request.url);
  const answer = await app.inject({
    method: request.method === 'POST' ? 'POST' : 'GET',
    url: url.pathname + url.search,
    headers: Object.fromEntries(request.headers),
    ...(request.method === 'POST' ? { payload: await request.text() } : {}),
  });
  return new Response(answer.body, {
    status: answer.statusCode,
    headers: { 'content-type': String(answer.headers['content-type']) },
  });
}
