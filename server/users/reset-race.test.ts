import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type TestShop } from '#test/harness.ts';
import { codeIn, mailsTo } from '#test/mailbox.ts';
import { Visitor } from '#test/visitor.ts';

const rounds = 8;
const thieves = 8;
/** Each round hashes five passwords, on a machine that may be busy. */
const patience = { timeout: 240_000 };

describe.each(engines)(
  'a password reset while somebody with the old password keeps asking (%s)',
  (engine) => {
    let shop: TestShop;
    beforeAll(async () => {
      shop = await startShop({ database: await databaseOn(engine) });
    });
    afterAll(() => shop.close());

    let people = 0;
    /** Somebody whose old password a thief has, and a reset that is ready to be made. */
    async function victim() {
      people += 1;
      const email = `victim${people}@example.com`;
      const thief = new Visitor(shop.app, `203.0.113.${people}`);
      await thief.post('/api/identity/sign-up/email', {
        name: 'Victim',
        email,
        password: 'old password',
      });
      await thief.post('/api/identity/request-password-reset', { email });
      const code = codeIn(
        (await mailsTo(shop.db, email)).find(({ subject }) => subject === 'Choose a new password'),
      );
      const reset = () =>
        new Visitor(shop.app).post('/api/identity/reset-password', {
          token: code,
          newPassword: 'new password',
        });
      return { email, thief, reset };
    }
    const identityToken = async (visitor: Visitor): Promise<string | undefined> =>
      (await visitor.get('/api/identity/token')).json().token;
    const accessToken = async (
      email: string,
      token: string | undefined,
    ): Promise<string | undefined> =>
      (
        await shop.request('PUT', `/api/users/${email}`, {
          ...(token ? { token } : {}),
          body: { email },
        })
      ).body.accessToken;
    const opens = async (email: string, token: string) =>
      (await shop.request('GET', `/api/user/${email}`, { token })).status === 200;

    it('leaves no access token of the old session alive', patience, async () => {
      let given = 0;
      for (let round = 0; round < rounds; round += 1) {
        const { email, thief, reset } = await victim();
        const idToken = await identityToken(thief);
        const tokens: string[] = [];
        let isOver = false;
        const loops = Array.from({ length: thieves }, async () => {
          for (let tries = 0; tries < 100 && !isOver; tries += 1) {
            const token = await accessToken(email, idToken);
            if (token !== undefined) tokens.push(token);
          }
        });
        expect((await reset()).statusCode).toBe(200);
        const alive = [];
        for (const token of tokens.slice()) if (await opens(email, token)) alive.push(token);
        isOver = true;
        await Promise.all(loops);
        for (const token of tokens) if (await opens(email, token)) alive.push(token);
        expect([round, alive.length]).toEqual([round, 0]);
        given += tokens.length;
      }
      // Otherwise nobody was racing.
      expect(given).toBeGreaterThan(rounds);
    });

    it('keeps out a sign-in with the old password that was under way', patience, async () => {
      for (let round = 0; round < rounds; round += 1) {
        const { email, reset } = await victim();
        const signIns = Array.from({ length: 3 }, async (_, number) => {
          const visitor = new Visitor(shop.app, `198.51.100.${number + 1}`);
          const answer = await visitor.post('/api/identity/sign-in/email', {
            email,
            password: 'old password',
          });
          return { visitor, status: answer.statusCode };
        });
        expect((await reset()).statusCode).toBe(200);
        const inside = [];
        for (const { visitor, status } of await Promise.all(signIns)) {
          if ((await visitor.get('/api/identity/get-session')).json().user !== null)
            inside.push(status);
          const token = await accessToken(email, await identityToken(visitor));
          if (token !== undefined && (await opens(email, token))) inside.push(token);
        }
        expect([round, inside]).toEqual([round, []]);
        const owner = await new Visitor(shop.app).post('/api/identity/sign-in/email', {
          email,
          password: 'new password',
        });
        expect(owner.statusCode).toBe(200);
      }
    });
  },
);
