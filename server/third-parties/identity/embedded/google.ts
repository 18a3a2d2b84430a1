import type { BetterAuthPlugin } from 'better-auth';
import type { OAuth2Tokens, OAuthProvider } from 'better-auth/oauth2';
import { createRemoteJWKSet, customFetch } from 'jose';
import * as z from 'zod/mini';
import { verifyIdentityToken, type CheckedToken } from '#server/third-parties/identity/verify.ts';

/** The provider of 'Continue with Google': Google itself or the demo's sandbox, which differ in these settings only. */
export interface GoogleService {
  readonly issuer: string | string[];
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly keysEndpoint: string;
  readonly algorithms: string[];
  readonly clientId: string;
  readonly clientSecret: string;
  /** For the two server-to-server calls. */
  readonly fetch: typeof fetch;
}

/** The shop's client at Google; tests replace the addresses and the algorithm. */
export type GoogleClient = Pick<GoogleService, 'clientId' | 'clientSecret'> &
  Partial<Omit<GoogleService, 'fetch'>>;

/** Google's endpoints. Fixed instead of discovered, because the shop must start while Google does not answer. */
export function realGoogle(client: GoogleClient): GoogleService {
  return {
    issuer: ['https://accounts.google.com', 'accounts.google.com'],
    authorizationEndpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenEndpoint: 'https://oauth2.googleapis.com/token',
    keysEndpoint: 'https://www.googleapis.com/oauth2/v3/certs',
    algorithms: ['RS256'],
    fetch: (input, init) => fetch(input, { signal: AbortSignal.timeout(5000), ...init }),
    ...client,
  };
}

/** Google refuses the shop itself, such as for its secret: what a visitor brings along is answered with 400. */
const refusesUs = new Set([401, 403, 429]);

/** The same service; a call that is not answered, or with a failure of the server or a refusal of the shop, is reported. */
export function reportingFailures(service: GoogleService, report: () => void): GoogleService {
  return {
    ...service,
    fetch: async (input, init) => {
      const answer = await service.fetch(input, init).catch((error: unknown) => {
        report();
        throw error;
      });
      if (answer.status >= 500 || refusesUs.has(answer.status)) report();
      return answer;
    },
  };
}

const TokenAnswer = z.object({ id_token: z.string() });

/** The checked claims, which Better Auth gets as the raw profile. */
type Profile = CheckedToken & Record<string, unknown>;

/**
 * An OpenID Connect code flow with PKCE, nonce and a verified id token. Better Auth's own genericOAuth needs discovery at
 * the start, and drops a provider that does not answer then.
 */
export function googleProvider(service: GoogleService): OAuthProvider<Profile> {
  const keys = createRemoteJWKSet(new URL(service.keysEndpoint), {
    [customFetch]: service.fetch,
    timeoutDuration: 5000,
  });
  return {
    id: 'google',
    name: 'Google',
    requiresIdTokenNonce: true,
    accountSubject: ({ profile }) => profile.subject,
    createAuthorizationURL: async ({ state, codeVerifier, redirectURI, idTokenNonce }) => {
      const url = new URL(service.authorizationEndpoint);
      url.search = new URLSearchParams({
        response_type: 'code',
        client_id: service.clientId,
        redirect_uri: redirectURI,
        scope: 'openid email profile',
        state,
        nonce: idTokenNonce ?? '',
        code_challenge: await challengeOf(codeVerifier),
        code_challenge_method: 'S256',
        // People with several accounts choose one at each sign-in.
        prompt: 'select_account',
      }).toString();
      return url;
    },
    validateAuthorizationCode: async ({ code, codeVerifier, redirectURI }) => ({
      idToken: await exchange(service, {
        code,
        code_verifier: codeVerifier ?? '',
        redirect_uri: redirectURI,
      }),
    }),
    getUserInfo: async (tokens) => {
      // It rejects only where Google's keys cannot be had: then nobody can be told apart, and the sign-in ends on our own page.
      const checked = await check(service, keys, tokens).catch(() => undefined);
      // An address that Google has not confirmed may be anybody's.
      if (checked?.emailVerified !== true) return null;
      const { email, name } = checked;
      return { user: { email, emailVerified: true, name: name ?? '' }, data: { ...checked } };
    },
  };
}

/** A Better Auth plugin with the provider. */
export function googlePlugin(provider: OAuthProvider<Profile>): BetterAuthPlugin {
  return {
    id: 'google',
    init: (context) => ({ context: { socialProviders: [provider, ...context.socialProviders] } }),
  };
}

async function challengeOf(verifier: string): Promise<string> {
  return Buffer.from(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)),
  ).toString('base64url');
}

async function exchange(service: GoogleService, fields: Record<string, string>): Promise<string> {
  const response = await service.fetch(service.tokenEndpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: service.clientId,
      client_secret: service.clientSecret,
      ...fields,
    }).toString(),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`The token endpoint answered ${response.status}.`);
  return z.parse(TokenAnswer, await response.json()).id_token;
}

async function check(
  service: GoogleService,
  keys: ReturnType<typeof createRemoteJWKSet>,
  tokens: OAuth2Tokens & { expectedIdTokenNonce?: string | undefined },
): Promise<CheckedToken | undefined> {
  if (tokens.idToken === undefined || tokens.expectedIdTokenNonce === undefined) return undefined;
  return verifyIdentityToken(tokens.idToken, {
    keys,
    issuer: service.issuer,
    audience: service.clientId,
    algorithms: service.algorithms,
    maxAgeSeconds: 600,
    nonce: tokens.expectedIdTokenNonce,
  });
}
