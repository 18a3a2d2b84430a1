import Provider, { interactionPolicy, type Configuration } from 'oidc-provider';
import type { AuthParts } from './auth.ts';
import { derivedSecret, derivedSigningKey } from './derive.ts';
import { sandboxFaultPage, sandboxPageHeaders } from './sandbox-page.ts';
import { findSandboxAccount, sandboxStore } from './sandbox-store.ts';

interface ProviderParts extends Pick<AuthParts, 'db' | 'secrets' | 'publicUrl' | 'clock'> {
  readonly issuer: string;
  /** The path that all of its addresses begin with. */
  readonly prefix: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The OpenID provider of the Google sandbox. */
export function googleProvider(parts: ProviderParts): Provider {
  const provider = new Provider(parts.issuer, configuration(parts));
  // It gets the public origin with every request (google-sandbox.ts), never from the Host header.
  provider.proxy = true;
  return provider;
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

function cookiesOf(secret: string, prefix: string): NonNullable<Configuration['cookies']> {
  return {
    keys: [derivedSecret(secret, 'google-sandbox-cookies')],
    names: {
      session: 'sandbox_session',
      interaction: 'sandbox_interaction',
      resume: 'sandbox_resume',
    },
    long: { signed: true, httpOnly: true, sameSite: 'lax', path: prefix },
    short: { signed: true, httpOnly: true, sameSite: 'lax' },
  };
}

function configuration({
  db,
  secrets: [secret],
  publicUrl,
  clock,
  prefix,
  clientId,
  clientSecret,
}: ProviderParts): Configuration {
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
    cookies: cookiesOf(secret, prefix),
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
