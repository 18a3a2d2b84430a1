import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { jwt } from 'better-auth/plugins/jwt';
import type { FastifyBaseLogger } from 'fastify';
import { passwordMax } from '#contract/password-rules.ts';
import { limits } from '#contract/texts.ts';
import type { Clock } from '#server/clock.ts';
import type { RequestSource } from '#server/http/request-source.ts';
import type { Database } from '#server/shop.ts';
import { derivedSecret } from './derive.ts';
import { googlePlugin, googleProvider, type GoogleService } from './google.ts';
import { passwordsOf } from './passwords.ts';
import type { ScryptCost } from './scrypt.ts';
import { mayMail } from './mail-limits.ts';
import { passwordResetMail, verificationMail } from './mails.ts';
import { ownAccount } from './own-account-plugin.ts';
import { secondFactor } from './second-factor-plugin.ts';
import { writeMail } from '#server/mails/outbox.ts';
import type { Mail } from '#server/third-parties/mail/port.ts';

/** Below this path every address of the service is found. */
export const basePath = '/api/identity';

/** How the address of the client reaches Better Auth: a header we set ourselves, after dropping whatever came under that name. */
export const clientAddressHeader = 'x-shop-client-address';

/** How what the log calls a request reaches our own hooks, in the same way. */
export const requestIdHeader = 'x-shop-request-id';

/** Where the request came from that Better Auth is working on. */
function sourceIn(headers: Headers | undefined): RequestSource {
  return {
    address: headers?.get(clientAddressHeader) ?? '',
    requestId: headers?.get(requestIdHeader) ?? '',
  };
}

/**
 * Who signs the identity tokens, and half of an account's key in the shop. Not an address of ours: a shop that moves to
 * another port or origin keeps its accounts.
 */
export const issuer = 'urn:underhood:identity';

/** For whom the identity tokens are. */
export const audience = 'urn:underhood:shop';

/** How long an identity token is good for; it is exchanged for an access token at once. */
export const tokenSeconds = 300;

/** The parts the service is made of. */
export interface AuthParts {
  readonly db: Database;
  readonly secret: string;
  readonly publicUrl: string;
  readonly google: GoogleService | undefined;
  readonly clock: Clock;
  /** What hashing a password costs. */
  readonly passwordCost: ScryptCost;
  readonly log: FastifyBaseLogger;
  /** Called after a password was chosen by a mailed link, with the account as it was before. */
  readonly onPasswordReset: (
    user: { readonly id: string; readonly emailVerified: boolean },
    from: RequestSource,
  ) => Promise<void>;
  /** Called before Google is linked to an account that was made without it. */
  readonly onGoogleLinked: (subject: string, from: RequestSource) => Promise<void>;
}

/** Better Auth as this shop uses it; every option here answers a trap or turns something off. */
export function makeAuth(parts: AuthParts) {
  const { db, publicUrl } = parts;
  return betterAuth({
    appName: 'Underhood',
    baseURL: publicUrl,
    basePath,
    secret: derivedSecret(parts.secret, 'identity'),
    trustedOrigins: [publicUrl],
    // No transaction: with the embedded database's single connection a mail written during one would wait for itself.
    database: { db, type: 'postgres', schemaName: 'identity', transaction: false },
    telemetry: { enabled: false },
    logger: { level: 'error', log: logTo(parts.log) },
    // Better Auth counts by address and path only; ours counts by account as well (server/attempts).
    rateLimit: { enabled: false },
    // Thrown, so that an outage of the database is told from a refusal (refusal-codes.ts).
    onAPIError: { throw: true, errorURL: `${publicUrl}/google-done` },
    advanced: {
      cookiePrefix: 'identity',
      useSecureCookies: publicUrl.startsWith('https:'),
      // Only the service's own addresses see the session: pages stay the same for everyone and can be cached.
      defaultCookieAttributes: { path: basePath, httpOnly: true, sameSite: 'lax' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      database: { validateSchema: false },
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    // Whoever reads the table of codes cannot use one. What a sign-in waits for under is signed in its cookie, and has to be found.
    verification: { storeIdentifier: { default: 'hashed', overrides: { '2fa-': 'plain' } } },
    // Written down again after an hour, so that a list of sessions can say when each was last seen.
    session: { expiresIn: 14 * 24 * 3600, updateAge: 3600 },
    ...mailedCodes(parts),
    // An account that nobody has proven is linked too: what was known of it before ends first (onGoogleLinked).
    account: { updateAccountOnSignIn: false, accountLinking: { requireLocalEmailVerified: false } },
    databaseHooks: {
      account: {
        create: {
          before: async (account, context) => {
            if (account.providerId === 'google')
              await parts.onGoogleLinked(account.userId, sourceIn(context?.headers));
            // Google's tokens are of no further use to the shop: what is not kept cannot leak.
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

/** The service as this shop has set it up. */
export type Auth = ReturnType<typeof makeAuth>;

/** Passwords, and the two mails whose codes stand in for them. */
function mailedCodes({ db, publicUrl, clock, passwordCost, onPasswordReset }: AuthParts) {
  // Whoever asks is answered the same, whether a mail goes out or not.
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
      // Either of these two otherwise makes 'e-mail in use' look like a success (Spec §8 wants it told).
      requireEmailVerification: false,
      autoSignIn: true,
      // Ended by ours instead, sessions that are being made too (sessions.ts).
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

/** What an identity token says, and for how long. The session's id lets it end with the session. */
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

/** Better Auth hands whole objects to its log, e-mail addresses included: only the message and the error are kept. */
function logTo(log: FastifyBaseLogger) {
  return (_level: string, message: string, ...details: unknown[]): void => {
    const error = details.find((detail) => detail instanceof Error);
    log.warn({ service: 'identity', err: error }, message);
  };
}
