import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, type TestShop } from './harness.ts';
import { Visitor } from './visitor.ts';

/** A shop and its Google: a visitor's requests reach either. */
export interface GoogleWay {
  readonly shop: TestShop;
  readonly web: Pick<FastifyInstance, 'inject'>;
  close(): Promise<void>;
}

export const nonce = 'nonce-of-this-click';

/** Opens the sandbox's page as the popup does; answers its URL. */
export async function toSandbox(visitor: Visitor): Promise<string> {
  const begun = await visitor.post('/api/identity/sign-in/google', { nonce, mode: 'popup' });
  const authorization = await visitor.get(begun.json().url);
  expect(authorization.statusCode).toBe(303);
  return String(authorization.headers.location);
}

/** Submits the page and follows the redirects up to the callback; answers the callback's URL. */
async function toCallback(visitor: Visitor, fields: Record<string, string>): Promise<string> {
  const sent = await visitor.submit(await toSandbox(visitor), fields);
  const resumed = await visitor.get(String(sent.headers.location));
  return String(resumed.headers.location);
}

/** A whole sign-in at the sandbox; answers the last redirect. */
export async function continueWithGoogle(
  visitor: Visitor,
  fields: Record<string, string>,
): Promise<string> {
  const callback = await visitor.get(await toCallback(visitor, fields));
  expect(callback.statusCode).toBe(302);
  return String(callback.headers.location);
}

export const grace = { do: 'continue', email: 'Grace@Example.com', name: 'Grace Hopper' };
const userOf = async (visitor: Visitor) =>
  (await visitor.get('/api/identity/get-session')).json().user;

/** The contract tests of 'Continue with Google', for every provider. */
export function googleContract(name: string, open: () => Promise<GoogleWay>): void {
  describe(`'Continue with Google', ${name}`, () => {
    let way: GoogleWay;
    let shop: TestShop;
    beforeAll(async () => {
      way = await open();
      ({ shop } = way);
    });
    afterAll(() => way.close());

    it('is a code flow with PKCE, state and nonce that ends on our own page', async () => {
      const visitor = new Visitor(way.web);
      const url = new URL(
        (await visitor.post('/api/identity/sign-in/google', { nonce, mode: 'popup' })).json().url,
      );
      expect(url.origin + url.pathname).toBe(`${publicUrl}/sandbox/google/auth`);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        response_type: 'code',
        client_id: 'underhood-shop',
        redirect_uri: `${publicUrl}/api/identity/callback/google`,
        scope: 'openid email profile',
        state: expect.stringMatching(/^.{32}$/),
        nonce: expect.stringMatching(/^.{32}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      });
      expect(await continueWithGoogle(visitor, grace)).toBe(
        `${publicUrl}/google-done?nonce=${nonce}&mode=popup`,
      );
      expect(await userOf(visitor)).toEqual({
        email: 'grace@example.com',
        name: 'Grace Hopper',
        emailVerified: true,
      });
      expect(shop.logged).toEqual([]);
    });

    it('asks anew who one is on every sign-in, and finds the same account again', async () => {
      const visitor = new Visitor(way.web);
      await continueWithGoogle(visitor, grace);
      const subject = async (one: Visitor) =>
        (await shop.identity.verify((await one.get('/api/identity/token')).json().token))?.subject;
      const first = await subject(visitor);
      await visitor.post('/api/identity/sign-out', {});
      await continueWithGoogle(visitor, { ...grace, email: 'other@example.com' });
      expect((await userOf(visitor)).email).toBe('other@example.com');
      const elsewhere = new Visitor(way.web);
      await continueWithGoogle(elsewhere, grace);
      expect(await subject(elsewhere)).toBe(first);
    });

    it('keeps none of the tokens of Google', async () => {
      await continueWithGoogle(new Visitor(way.web), grace);
      const { rows } = await sql`
      select count(*)::int as kept from identity.account where coalesce("idToken", "accessToken", "refreshToken") is not null`.execute(
        shop.db,
      );
      expect(rows).toEqual([{ kept: 0 }]);
    });

    it('makes an account that was registered with the same, unconfirmed address its own: password and sessions of before end', async () => {
      const first = new Visitor(way.web);
      await first.post('/api/identity/sign-up/email', {
        name: 'First',
        email: 'same@example.com',
        password: 'bulk-order',
      });
      const second = new Visitor(way.web);
      const end = new URL(
        await continueWithGoogle(second, {
          do: 'continue',
          email: 'same@example.com',
          name: 'Second',
        }),
      );
      expect(end.searchParams.get('error')).toBeNull();
      expect(await userOf(second)).toMatchObject({
        email: 'same@example.com',
        emailVerified: true,
      });
      expect(await userOf(first)).toBeNull();
      const signIn = await new Visitor(way.web).post('/api/identity/sign-in/email', {
        email: 'same@example.com',
        password: 'bulk-order',
      });
      expect([signIn.statusCode, signIn.json().error]).toEqual([401, 'wrong_password']);
    });

    it('joins the account whose address was confirmed', async () => {
      const account = {
        name: 'Mine',
        email: 'mine@example.com',
        password: 'bulk-order',
        verified: true,
      };
      const { subject } = await shop.identity.createAccount(account);
      const visitor = new Visitor(way.web);
      await continueWithGoogle(visitor, {
        do: 'continue',
        email: account.email,
        name: 'Google Name',
      });
      const checked = await shop.identity.verify(
        (await visitor.get('/api/identity/token')).json().token,
      );
      expect(checked).toMatchObject({ subject, name: 'Mine' });
      const byPassword = await new Visitor(way.web).post('/api/identity/sign-in/email', {
        email: account.email,
        password: account.password,
      });
      expect(byPassword.statusCode).toBe(200);
    });

    it('comes back without a sign-in when the person cancels', async () => {
      const visitor = new Visitor(way.web);
      const end = new URL(await continueWithGoogle(visitor, { do: 'cancel', email: '', name: '' }));
      expect([end.pathname, end.searchParams.get('nonce'), end.searchParams.get('error')]).toEqual([
        '/google-done',
        nonce,
        'access_denied',
      ]);
      expect(await userOf(visitor)).toBeNull();
    });

    it('is refused when the code comes back to another browser, or twice', async () => {
      const visitor = new Visitor(way.web);
      const callback = await toCallback(visitor, grace);
      const thief = new Visitor(way.web);
      expect(String((await thief.get(callback)).headers.location)).toContain('error=');
      expect(await userOf(thief)).toBeNull();

      const again = new Visitor(way.web);
      const used = await toCallback(again, grace);
      await again.get(used);
      await again.post('/api/identity/sign-out', {});
      expect(String((await again.get(used)).headers.location)).toContain('error=');
      expect(await userOf(again)).toBeNull();
    });

    it('refuses an invented state or code', async () => {
      const visitor = new Visitor(way.web);
      for (const query of ['', '?code=x', '?code=x&state=y', '?error=%3Cscript%3E&state=y'])
        expect(
          (await visitor.get(`/api/identity/callback/google${query}`)).headers.location,
        ).toContain(`${publicUrl}/google-done?error=`);
      expect(await userOf(visitor)).toBeNull();
    });

    it('takes no address to come back to from the caller', async () => {
      const answer = await new Visitor(way.web).post('/api/identity/sign-in/google', {
        nonce: 'https://evil.example/',
        mode: 'popup',
        callbackURL: 'https://evil.example/',
      });
      expect(answer.json().error).toBe('bad_request');
    });
  });
}
