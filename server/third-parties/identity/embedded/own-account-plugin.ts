import {
  APIError,
  createAuthEndpoint,
  createAuthMiddleware,
  sensitiveSessionMiddleware,
} from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { BetterAuthPlugin } from 'better-auth';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '#server/shop.ts';

/** Whose sign-in this browser has begun and owes the code of a second factor; null for nobody's. */
const whoOwesCode = createAuthEndpoint.serverOnly(
  { method: 'GET', requireHeaders: true },
  async ({ context, getSignedCookie }) => {
    const step = await getSignedCookie(context.createAuthCookie('two_factor').name, context.secret);
    const waiting = step ? await context.internalAdapter.findVerificationValue(step) : null;
    const user =
      waiting === null ? null : await context.internalAdapter.findUserById(waiting.value);
    return user === null ? null : { id: user.id, email: user.email };
  },
);

/** What an account's owner does to it that Better Auth does not do, or not so that nobody can outrun it. */
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
          // The look at it may have renewed the hash; a reset may have replaced the password.
          const known = await hashNow();
          if (known === undefined || (known !== first && !(await isRight(known))))
            throw new APIError('UNAUTHORIZED', { code: 'INVALID_PASSWORD' });
          const replaced = await replaceHash(db, {
            subject: user.id,
            known,
            chosen: await passwords.hash(ctx.body.chosen),
          });
          if (!replaced) throw new APIError('UNAUTHORIZED', { code: 'INVALID_PASSWORD' });
          // A new secret for this browser as well: whoever had the old one is out.
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ session: session.id });
        },
      ),
      whoOwesCode,
    },
    hooks: {
      after: [
        {
          // The library makes a new session when a second factor is turned on, and does not say which.
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

/** Only where the hash of before still stands: a password chosen meanwhile stays. */
async function replaceHash(
  db: Database,
  {
    subject,
    known,
    chosen,
  }: { readonly subject: string; readonly known: string; readonly chosen: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update identity."account" set "password" = ${chosen}, "updatedAt" = current_timestamp
    where "userId" = ${subject} and "providerId" = 'credential' and "password" = ${known}`.execute(
    db,
  );
  return numAffectedRows === 1n;
}
