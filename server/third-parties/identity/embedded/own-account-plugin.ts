import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  sensitiveSessionMiddleware,
} from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { BetterAuthPlugin } from 'better-auth';
import * as z from 'zod/mini';
import type { Database } from '#server/shop.ts';
import { replaceHash } from './passwords.ts';

/** The account of this browser's sign-in that waits for a second factor's code; null when there is none. */
const userAwaitingCode = createAuthEndpoint.serverOnly(
  { method: 'GET', requireHeaders: true },
  async ({ context, getSignedCookie }) => {
    const step = await getSignedCookie(context.createAuthCookie('two_factor').name, context.secret);
    const waiting = step ? await context.internalAdapter.findVerificationValue(step) : null;
    const user =
      waiting === null ? null : await context.internalAdapter.findUserById(waiting.value);
    return user === null ? null : { id: user.id, email: user.email };
  },
);

/** Our own endpoints for an account's owner, where Better Auth has none or has a race condition. */
export function ownAccount(db: Database) {
  return {
    id: 'own-account',
    endpoints: {
      changeOwnPassword: createAuthEndpoint(
        '/own-account/password',
        {
          method: 'POST',
          body: z.object({ current: z.string(), chosen: z.string() }),
          use: [sensitiveSessionMiddleware],
        },
        async (ctx) => {
          const { internalAdapter, password: passwords } = ctx.context;
          const { user } = ctx.context.session;
          const hashNow = async () =>
            (await internalAdapter.findCredentialAccount(user.id))?.password ?? undefined;
          const first = await hashNow();
          if (first === undefined) throw new APIError('CONFLICT', { code: 'NO_PASSWORD' });
          const isRight = async (hash: string | undefined) =>
            hash !== undefined && (await passwords.verify({ hash, password: ctx.body.current }));
          if (!(await isRight(first)))
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_PASSWORD' });
          // The check may have renewed the hash, or a reset may have replaced the password.
          const known = await hashNow();
          if (known === undefined || (known !== first && !(await isRight(known))))
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_PASSWORD' });
          const replaced = await replaceHash(db, known, await passwords.hash(ctx.body.chosen));
          if (!replaced) throw new APIError('UNAUTHORIZED', { code: 'INVALID_PASSWORD' });
          // This browser gets a new session too, in case somebody has stolen the old one's token.
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ session: session.id });
        },
      ),
      userAwaitingCode,
    },
    hooks: {
      after: [
        {
          // The library makes a new session when a second factor is turned on, but does not answer it.
          matcher: ({ path }) => path === '/two-factor/verify-totp',
          handler: createAuthMiddleware(async (ctx) => {
            const made = ctx.context.newSession;
            if (made)
              return ctx.json({
                session: made.session.id,
                token: made.session.token,
                user: made.user,
              });
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}
