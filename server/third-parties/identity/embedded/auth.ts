import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { jwt } from 'better-auth/plugins/jwt';
import type { FastifyBaseLogger } from 'fastify';
import { passwordMax } from '#contract/password-rules.ts';
import { limits } from '#contract/texts.ts';
import type { Clock } from '#server/clock.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import type { Database } from '#server/shop.ts';
import { googlePlugin, googleProvider, type GoogleService } from './google.ts';
import { passwordsOf } from './passwords.ts';
import type { ScryptCost } from './scrypt.ts';
import { numberedKey, type IdentitySecrets } from './secrets.ts';
import { mayMail } from './mail-limits.ts';
import { passwordResetMail, verificationMail } from './mails.ts';
import { ownAccount } from './own-account-plugin.ts';
import { secondFactor } from './second-factor-plugin.ts';
import { writeMail } from '#server/mails/outbox.ts';
import type { Mail } from '#server/third-parties/mail/port.ts';

/** The path of all the service's calls. */
export const basePath = '/api/identity';

/** The header with the client's network address. Only we set it; a client's header of this name is dropped. */
export const clientAddressHeader = 'x-shop-client-address';

/** The header with the request's id, for our own hooks. */
export const requestIdHeader = 'x-shop-request-id';

function sourceIn(headers: Headers | undefined): RequestSource {
  return {
    address: headers?.get(clientAddressHeader) ?? '',
    requestId: headers?.get(requestIdHeader) ?? '',
  };
}

/**
 * The issuer of identity tokens. Issuer and subject identify an account in the shop, so it is not a URL of ours: a shop
 * that moves to another port or origin keeps its accounts.
 */
export const issuer = 'urn:underhood:identity';

/** The audience of identity tokens. */
export const audience = 'urn:underhood:shop';

/** How long an identity token is valid; it is exchanged for an access token at once. */
export const tokenSeconds = 300;

/** What the service needs. */
export interface AuthParts {
  readonly db: Database;
  readonly secrets: IdentitySecrets;
  readonly publicUrl: string;
  readonly google: GoogleService | undefined;
  readonly clock: Clock;
  /** What hashing a password costs. */
  readonly passwordCost: ScryptCost;
  readonly log: FastifyBaseLogger;
  /** Called after a password reset, with the account as it was before. */
  readonly onPasswordReset: (
    user: { readonly id: string; readonly emailVerified: boolean },
    from: RequestSource,
  ) => Promise<void>;
  /** Called before Google is linked to an account that was registered without it. */
  readonly onGoogleLinked: (subject: string, from: RequestSource) => Promise<void>;
}

/** Better Auth as this shop uses it. */
export function makeAuth(parts: AuthParts) {
  const { db, publicUrl } = parts;
  return betterAuth({
    appName: 'Underhood',
    baseURL: publicUrl,
    basePath,
    // The first of them alone reads what was encrypted before secrets had numbers; others were encrypted anew by the start.
    secret: numberedKey(parts.secrets[0]).value,
    secrets: parts.secrets.map(numberedKey),
    trustedOrigins: [publicUrl],
    // No transactions: the embedded database has one connection, so a mail written by a hook would wait for its own transaction.
    database: { db, type: 'postgres', schemaName: 'identity', transaction: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: logTo(parts.log) },
    // Better Auth counts by network address and path only; ours counts by account too (server/rate-limit).
    rateLimit: { enabled: false },
    // Errors are thrown, so that a database outage is not taken for a refusal (refusal-codes.ts).
    onAPIError: { throw: true, errorURL: `${publicUrl}/google-done` },
    advanced: {
      cookiePrefix: 'identity',
      useSecureCookies: publicUrl.startsWith('https:'),
      // The cookie is sent to the service's calls only, so that pages are the same for everyone and can be cached.
      defaultCookieAttributes: { path: basePath, httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { validateSchema: false },
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    // Codes are hashed, so that nobody who reads the table can use them. Those of pending sign-ins are found by a signed cookie.
    verification: { storeIdentifier: { default: 'hashed', overrides: { '2fa-': 'plain' } } },
    // Updated once an hour, so that the list of sessions can show when each was last used.
    session: { expiresIn: 14 * 24 * 3600, updateAge: 3600 },
    ...mailedCodes(parts),
    // An unconfirmed account may be linked too: onGoogleLinked first removes what others may have stored in it.
    account: { updateAccountOnSignIn: false, accountLinking: { requireLocalEmailVerified: false } },
    databaseHooks: {
      account: {
        create: {
          before: async (account, context) => {
            if (account.providerId === 'google')
              await parts.onGoogleLinked(account.userId, sourceIn(context?.headers));
            // The shop does not need Google's tokens, so it does not store them.
            return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } };
          },
        },
      },
    },
    plugins: [
      identityTokens(),
      secondFactor(),
      ownAccount(db),
      ...(parts.google === undefined ? [] : [googlePlugin(googleProvider(parts.google))]),
    ],
  });
}

/** Better Auth with the shop's options. */
export type Auth = ReturnType<typeof makeAuth>;

/** Passwords, and the mails for reset and confirmation. */
function mailedCodes({ db, publicUrl, clock, passwordCost, onPasswordReset }: AuthParts) {
  // The answer is the same whether a mail is sent or not.
  const mail = async (kind: string, letter: Mail) => {
    if (await mayMail(db, { kind, recipient: letter.recipient }, clock.now()))
      await writeMail(db, letter, clock.now());
  };
  return {
    emailAndPassword: {
      enabled: true,
      password: passwordsOf(db, passwordCost),
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: passwordMax,
      // Otherwise 'e-mail in use' would look like a success (Spec §8 wants an error).
      requireEmailVerification: false,
      autoSignIn: true,
      // Our own code revokes them, those of sign-ins under way too (sessions.ts).
      revokeSessionsOnPasswordReset: false,
      resetPasswordTokenExpiresIn: 3600,
      sendResetPassword: ({ user, token }) =>
        mail('reset', passwordResetMail({ publicUrl, email: user.email, token })),
      onPasswordReset: ({ user }, request) => onPasswordReset(user, sourceIn(request?.headers)),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      expiresIn: 3600,
      sendVerificationEmail: ({ user, token }) =>
        mail('verification', verificationMail({ publicUrl, email: user.email, token })),
    },
  } satisfies Partial<BetterAuthOptions>;
}

/** The claims and lifetime of identity tokens. They name the session, so that they end with it. */
function identityTokens() {
  return jwt({
    disableSettingJwtHeader: true,
    jwks: { keyPairConfig: { alg: 'EdDSA', crv: 'Ed25519' } },
    jwt: {
      issuer,
      audience,
      expirationTime: `${tokenSeconds}s`,
      definePayload: ({ user, session }) => ({
        email: user.email,
        email_verified: user.emailVerified,
        name: user.name,
        sid: session.id,
      }),
    },
  });
}

/** Better Auth logs whole objects with e-mail addresses: only the message and the error are kept. */
function logTo(log: FastifyBaseLogger) {
  return (_level: string, message: string, ...details: unknown[]): void => {
    const error = details.find((detail) => detail instanceof Error);
    log.warn({ service: 'identity', err: error }, message);
  };
}
