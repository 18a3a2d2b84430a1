import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import Provider, { interactionPolicy, type Configuration } from 'oidc-provider';
import type { AuthParts } from './auth.ts';
import { derivedSecret, derivedSigningKey } from './derive.ts';
import type { GoogleService } from './google.ts';
import { sandboxFaultPage, sandboxPageHeaders } from './sandbox-page.ts';
import { findSandboxAccount, sandboxStore } from './sandbox-store.ts';

const prefix = '/sandbox/google';
const clientId = 'underhood-shop';

type Parts = Pick<AuthParts, 'db' | 'secrets' | 'publicUrl' | 'clock'>;
import { mountPage } from './google-sandbox-page.ts';

/** The demo's Google: a real OpenID provider in this process, in which anybody can sign in as anybody. */
export interface GoogleSandbox {
  readonly service: GoogleService;
  mount(app: FastifyInstance): Promise<void>;
}

/** Makes the sandbox. Its token and key endpoints are called in-process, because the public address may not reach this server. */
export function googleSandbox(parts: Parts): GoogleSandbox {
  const issuer = parts.publicUrl + prefix;
  const clientSecret = derivedSecret(parts.secrets[0], 'google-sandbox-client');
  const provider = new Provider(issuer, configuration(parts, clientSecret));
  // The provider gets the public origin with every request (mountProvider), never from the Host header.
  provider.proxy = true;
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

const off = { enabled: false };

/** Turns off all features that a sign-in does not need. */
const onlySignIn = {
  devInteractions: off,
  userinfo: off,
  rpInitiatedLogout: off,
  resourceIndicators: off,
  pushedAuthorizationRequests: off,
  dPoP: off,
};

/** Seconds. */
const lifetimes = {
  AccessToken: 300,
  AuthorizationCode: 60,
  Grant: 600,
  IdToken: 300,
  Interaction: 600,
  Session: 600,
};

/** As at Google, every sign-in asks for the account; it does not ask for consent. */
function alwaysChoosing() {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

function configuration(
  { db, secrets: [secret], publicUrl, clock }: Parts,
  clientSecret: string,
): Configuration {
  return {
    adapter: sandboxStore(db, clock),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${publicUrl}/api/identity/callback/google`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'EdDSA',
      },
    ],
    jwks: { keys: [derivedSigningKey(secret, 'google-sandbox-signing')] },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    cookies: {
      keys: [derivedSecret(secret, 'google-sandbox-cookies')],
      names: {
        session: 'sandbox_session',
        interaction: 'sandbox_interaction',
        resume: 'sandbox_resume',
      },
      long: { signed: true, httpOnly: true, sameSite: 'lax', path: prefix },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Puts e-mail and name into the id token, as Google does.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: onlySignIn,
    interactions: {
      policy: alwaysChoosing(),
      url: (_context, interaction) => `${prefix}/interaction/${interaction.uid}`,
    },
    findAccount: async (_context, sub) => {
      const account = await findSandboxAccount(db, sub);
      return account && { accountId: sub, claims: () => ({ ...account, email_verified: true }) };
    },
    loadExistingGrant: async (context) => {
      const grant = new context.oidc.provider.Grant({
        clientId,
        accountId: context.oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError: (context) => {
      context.set(sandboxPageHeaders);
      context.body = sandboxFaultPage();
    },
    ttl: lifetimes,
  };
}

/** oidc-provider parses requests itself, so Fastify passes them on unread, without the prefix. */
function mountProvider(scope: FastifyInstance, { publicUrl }: Parts, provider: Provider): void {
  const { host, protocol } = new URL(publicUrl);
  const serveProvider = provider.callback();
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handler = (request: FastifyRequest, reply: FastifyReply): void => {
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
