import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import * as z from 'zod/mini';
import { Email, line } from '#contract/fields.ts';
import type { Database } from '#server/shop.ts';
import { sandboxFaultPage, sandboxPage, sandboxPageHeaders } from './sandbox-page.ts';
import { saveSandboxAccount } from './sandbox-store.ts';

const SignIn = z.object({ do: z.literal('continue'), email: Email, name: line(120, 0) });

/** The sandbox's sign-in page, on which anybody can sign in as anybody. */
export function mountPage(
  scope: FastifyInstance,
  { db, publicUrl }: { readonly db: Database; readonly publicUrl: string },
  provider: () => Promise<Provider>,
): void {
  const form = { parseAs: 'string', bodyLimit: 10_000 } as const;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    form,
    (_request, body: string, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body)));
    },
  );
  // Found by a signed cookie, so the URL does not work in another browser.
  const found = async (request: FastifyRequest, reply: FastifyReply) => {
    const { errors } = await import('oidc-provider');
    try {
      return await (await provider()).interactionDetails(request.raw, reply.raw);
    } catch (error) {
      if (error instanceof errors.OIDCProviderError) return undefined;
      throw error;
    }
  };

  scope.get('/:uid', { exposeHeadRoute: false }, async (request, reply) => {
    reply.headers(sandboxPageHeaders);
    if ((await found(request, reply)) === undefined)
      return reply.code(400).send(sandboxFaultPage());
    return reply.send(sandboxPage({ action: request.url, email: '', name: '', fault: undefined }));
  });

  scope.post('/:uid', async (request, reply) => {
    reply.headers(sandboxPageHeaders);
    if ((await found(request, reply)) === undefined)
      return reply.code(400).send(sandboxFaultPage());
    const fields = (request.body ?? {}) as Record<string, string>;
    const signIn = z.safeParse(SignIn, fields);
    if (fields['do'] !== 'cancel' && !signIn.success) {
      const fault = 'Type an e-mail address such as ada@example.com.';
      return reply.code(422).send(
        sandboxPage({
          action: request.url,
          email: fields['email'] ?? '',
          name: fields['name'] ?? '',
          fault,
        }),
      );
    }
    const result = signIn.success
      ? await signedIn(db, signIn.data)
      : { error: 'access_denied', error_description: 'The person cancelled.' };
    const next = await (await provider()).interactionResult(request.raw, reply.raw, result);
    return reply.redirect(publicUrl + new URL(next).pathname, 303);
  });
}

async function signedIn(db: Database, { email, name }: { email: string; name: string }) {
  // Like Google's: a number without meaning, always the same for an account.
  const sub = BigInt(
    `0x${createHash('sha256').update(`google-sandbox:${email}`).digest('hex').slice(0, 17)}`,
  ).toString();
  await saveSandboxAccount(db, {
    sub,
    email,
    name: name === '' ? (email.split('@')[0] ?? email) : name,
  });
  return { login: { accountId: sub }, select_account: {} };
}
