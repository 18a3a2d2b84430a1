import { setTimeout as pause } from 'node:timers/promises';
import { sandboxes } from '#server/start/third-party-config.ts';
import type { FirebaseProject } from '#server/third-parties/identity/firebase/project.ts';
import { startShop } from '#test/harness.ts';
import type { IdentitySession, IdentityWay } from '#test/identity-contract.ts';

interface Tokens {
  readonly idToken: string;
  readonly refreshToken: string;
}

/** A shop with a Firebase project, and browsers that speak to it at `origin`: the stand-in or the emulator. */
export async function openFirebaseWay(
  origin: string,
  project: FirebaseProject,
): Promise<IdentityWay> {
  const shop = await startShop({ thirdParties: { ...sandboxes, identity: project } });
  const { apiKey, projectId } = project;
  const begun = new WeakMap<IdentitySession, Tokens>();

  async function post(path: string, body: object): Promise<{ ok: boolean; body: unknown }> {
    const answer = await fetch(`${origin}/${path}?key=${apiKey}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { ok: answer.ok, body: await answer.json() };
  }
  const ofAccounts = (call: string, body: object) =>
    post(`identitytoolkit.googleapis.com/v1/accounts:${call}`, body);
  async function done(call: string, body: object): Promise<unknown> {
    const answer = await ofAccounts(call, body);
    if (!answer.ok) throw new Error(`${call}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  function sessionOf(tokens: unknown): IdentitySession {
    const { refreshToken } = tokens as Tokens;
    const session: IdentitySession = {
      async token() {
        const fields = { grant_type: 'refresh_token', refresh_token: refreshToken };
        const answer = await fetch(`${origin}/securetoken.googleapis.com/v1/token?key=${apiKey}`, {
          method: 'POST',
          body: new URLSearchParams(fields),
        });
        return answer.ok ? ((await answer.json()) as { id_token: string }).id_token : undefined;
      },
    };
    begun.set(session, tokens as Tokens);
    return session;
  }
  async function mailedCode(email: string, type: string): Promise<string> {
    const answer = await fetch(`${origin}/emulator/v1/projects/${projectId}/oobCodes`);
    const { oobCodes } = (await answer.json()) as {
      oobCodes: { email: string; requestType: string; oobCode: string }[];
    };
    const isIt = (one: { email: string; requestType: string }) =>
      one.email === email.toLowerCase() && one.requestType === type;
    return oobCodes.findLast(isIt)?.oobCode ?? '';
  }

  return {
    shop,
    async register({ name, email, password }) {
      const tokens = (await done('signUp', { email, password, returnSecureToken: true })) as Tokens;
      const { idToken } = tokens;
      await done('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
      await done('update', { idToken, displayName: name, returnSecureToken: true });
      return sessionOf(tokens);
    },
    async signIn({ email, password }) {
      const asked = { email, password, returnSecureToken: true };
      const answer = await ofAccounts('signInWithPassword', asked);
      return answer.ok ? sessionOf(answer.body) : undefined;
    },
    confirm: async (email) =>
      void (await done('update', { oobCode: await mailedCode(email, 'VERIFY_EMAIL') })),
    async reset(email, newPassword) {
      await done('sendOobCode', { requestType: 'PASSWORD_RESET', email });
      const oobCode = await mailedCode(email, 'PASSWORD_RESET');
      await done('resetPassword', { oobCode, newPassword });
    },
    async google({ email, name }) {
      const claims = { sub: `google-of-${email}`, email, email_verified: true, name };
      const sent = { id_token: JSON.stringify(claims), providerId: 'google.com' };
      return sessionOf(
        await done('signInWithIdp', {
          postBody: new URLSearchParams(sent).toString(),
          requestUri: 'http://localhost',
          returnSecureToken: true,
          returnIdpCredential: true,
        }),
      );
    },
    async later() {
      const second = () => Math.floor(Date.now() / 1000);
      for (const before = second(); second() === before;) await pause(20);
    },
    close: () => shop.close(),
  };
}
