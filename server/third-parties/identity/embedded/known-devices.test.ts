import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { publicUrl } from '#test/harness.ts';
import { incrementCounter } from '#server/rate-limit/store.ts';
import { issuer } from './auth.ts';
import { ofStrangers } from './guess-limits.ts';
import { codeIn, linkIn, mailsTo } from '#test/mailbox.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();

const hour = 3_600_000;
const password = 'bulk-order';

let people = 0;
/** Somebody with an account and the browser they registered with. */
async function owner(): Promise<{ email: string; browser: Visitor }> {
  people += 1;
  const email = `owner${people}@example.com`;
  const browser = new Visitor(shop.app, `192.0.2.${people}`);
  expect(
    (await browser.post('/api/identity/sign-up/email', { name: 'Owner', email, password }))
      .statusCode,
  ).toBe(200);
  return { email, browser };
}

let strangers = 0;
const stranger = () => {
  strangers += 1;
  return new Visitor(shop.app, `198.18.${strangers >> 8}.${strangers % 256}`);
};

async function signIn(
  visitor: Visitor,
  email: string,
  typed = password,
): Promise<[status: number, code: string | undefined]> {
  const answer = await visitor.post('/api/identity/sign-in/email', { email, password: typed });
  return [answer.statusCode, answer.json().error];
}

/** Sends wrong passwords, each from another address; answers how often each answer came. */
async function guess(email: string, times: number): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (let i = 0; i < times; i += 1) {
    const [, code = 'signed in'] = await signIn(stranger(), email, `guess-${i}`);
    answers[code] = (answers[code] ?? 0) + 1;
  }
  return answers;
}

/** Exceeds the limit of strangers' guesses by one. */
async function besiege(email: string): Promise<void> {
  const counter = ofStrangers({ email });
  while ((await incrementCounter(shop.db, counter, shop.clock.now())) === undefined);
  expect(await guess(email, 1)).toEqual({ device_unknown: 1 });
}

const wantsToLogIn = async (email: string) =>
  (await mailsTo(shop.db, email)).filter(
    ({ subject }) => subject === 'Is it you who wants to log in?',
  );

describe('guesses at one account from many addresses', () => {
  it('come to an end after a hundred in an hour, whatever is typed, and cost nothing from then on', async () => {
    const { email } = await owner();
    expect(await guess(email, 105)).toEqual({ wrong_password: 100, device_unknown: 5 });
    // A password that were looked at would fail: it is no hash any more.
    await sql`update identity."account" set "password" = 'none' where "userId" = (select "id" from identity."user" where "email" = ${email})`.execute(
      shop.db,
    );
    const visitor = stranger();
    const [right, wrong] = [password, 'wrong-one'].map((typed) =>
      visitor.post('/api/identity/sign-in/email', { email, password: typed }),
    );
    const answer = await right!;
    expect([answer.statusCode, answer.json()]).toEqual([
      429,
      {
        error: 'device_unknown',
        message:
          'Somebody typed many wrong passwords for this account. If you are its owner, we have mailed you a link: open it in this browser, then log in.',
      },
    ]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3000);
    expect((await wrong!).body).toBe(answer.body);
  });

  it('never keep the owner out of a browser that signed in before, whoever sits behind the same address', async () => {
    const { email, browser } = await owner();
    const home = new Visitor(shop.app, '192.0.2.200');
    expect(await signIn(home, email)).toEqual([200, undefined]);
    await besiege(email);
    const neighbour = new Visitor(shop.app, '192.0.2.200');
    for (let i = 0; i < 11; i += 1) await signIn(neighbour, email, 'wrong-one');
    expect(await signIn(neighbour, email)).toEqual([429, 'too_many_requests']);
    expect([await signIn(home, email), await signIn(browser, email)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    expect(await wantsToLogIn(email)).toHaveLength(1);
  });

  it('do not keep the owner out of the browser in which the password was changed', async () => {
    const { email, browser } = await owner();
    const home = new Visitor(shop.app, '192.0.2.201');
    expect(await signIn(home, email)).toEqual([200, undefined]);
    const changed = { currentPassword: password, newPassword: 'another-one' };
    const answer = await browser.post('/api/identity/change-password', changed);
    expect(answer.statusCode).toBe(200);
    await besiege(email);
    expect(await signIn(browser, email, changed.newPassword)).toEqual([200, undefined]);
    // A browser in which only the old password was typed is unknown now.
    expect(await signIn(home, email, changed.newPassword)).toEqual([429, 'device_unknown']);
  });

  it('are not what the owner does who signs in often', async () => {
    const { email } = await owner();
    for (let i = 0; i < 101; i += 1)
      expect(await signIn(stranger(), email)).toEqual([200, undefined]);
  });

  it('are forgotten after an hour', async () => {
    const { email } = await owner();
    await besiege(email);
    expect(await signIn(stranger(), email)).toEqual([429, 'device_unknown']);
    shop.clock.advance(hour);
    expect(await signIn(stranger(), email)).toEqual([200, undefined]);
  });

  it('at an account that does not exist are told so, and nobody is mailed', async () => {
    expect(await guess('no.account@example.com', 103)).toEqual({ user_not_found: 103 });
    expect(await wantsToLogIn('no.account@example.com')).toEqual([]);
  });
});

describe('the mailed link', () => {
  it('makes one browser known, once, and to this account only', async () => {
    const [{ email }, other] = [await owner(), await owner()];
    await besiege(email);
    await besiege(other.email);
    const mail = (await wantsToLogIn(email))[0];
    expect(linkIn(mail).origin + linkIn(mail).pathname).toBe(`${publicUrl}/confirm-browser`);
    const phone = new Visitor(shop.app, '192.0.2.210');
    const body = { token: codeIn(mail) };
    expect((await phone.post('/api/identity/confirm-device', body)).json()).toEqual({ done: true });
    expect([await signIn(phone, email), await signIn(phone, other.email)]).toEqual([
      [200, undefined],
      [429, 'device_unknown'],
    ]);
    const again = await stranger().post('/api/identity/confirm-device', body);
    expect([again.statusCode, again.json().error]).toEqual([400, 'link_invalid']);
  });

  it('is over once the password was reset', async () => {
    const { email, browser } = await owner();
    await besiege(email);
    const link = codeIn((await wantsToLogIn(email))[0]);
    await browser.post('/api/identity/request-password-reset', { email });
    const mails = await mailsTo(shop.db, email);
    const reset = codeIn(mails.find(({ subject }) => subject === 'Choose a new password'));
    const chosen = { token: reset, newPassword: 'another-one' };
    expect((await browser.post('/api/identity/reset-password', chosen)).statusCode).toBe(200);
    const late = await stranger().post('/api/identity/confirm-device', { token: link });
    expect([late.statusCode, late.json().error]).toEqual([400, 'link_invalid']);
  });

  it('comes once an hour and five times a day, and works for a day', async () => {
    const { email } = await owner();
    const mailed = [];
    for (let i = 0; i < 7; i += 1) {
      await besiege(email);
      mailed.push((await wantsToLogIn(email)).length);
      shop.clock.advance(hour);
    }
    expect(mailed).toEqual([1, 2, 3, 4, 5, 5, 5]);
    await besiege(email);
    const phone = stranger();
    await phone.post('/api/identity/confirm-device', {
      token: codeIn((await wantsToLogIn(email))[0]),
    });
    expect(await signIn(phone, email)).toEqual([200, undefined]);
  });
});

describe('a known browser', () => {
  it('is a cookie of 256 random bits that no script and no other address sees, kept hashed', async () => {
    const { email } = await owner();
    const visitor = stranger();
    const answer = await visitor.post('/api/identity/sign-in/email', { email, password });
    const line = [answer.headers['set-cookie'] ?? []]
      .flat()
      .find((one) => one.startsWith('identity.known_'));
    expect(line).toMatch(
      /^identity\.known_[\w-]{16}=[\w-]{43}; Max-Age=31536000; Path=\/api\/identity; HttpOnly; SameSite=Strict$/,
    );
    const token = /=([\w-]{43});/.exec(line ?? '')?.[1] ?? 'none';
    const { rows } = await sql`select * from identity.known_devices`.execute(shop.db);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('has ten guesses of its own in ten minutes, which count for nobody else', async () => {
    const { email, browser } = await owner();
    for (let i = 0; i < 10; i += 1)
      expect(await signIn(browser, email, 'wrong-one')).toEqual([401, 'wrong_password']);
    expect(await signIn(browser, email)).toEqual([429, 'too_many_requests']);
    expect(await signIn(stranger(), email)).toEqual([200, undefined]);
    shop.clock.advance(601_000);
    expect(await signIn(browser, email)).toEqual([200, undefined]);
  });

  it.each([
    [
      'a new password',
      async (email: string, elsewhere: Visitor) => {
        await elsewhere.post('/api/identity/request-password-reset', { email });
        const mail = (await mailsTo(shop.db, email)).find(
          ({ subject }) => subject === 'Choose a new password',
        );
        const chosen = await elsewhere.post('/api/identity/reset-password', {
          token: codeIn(mail),
          newPassword: password,
        });
        expect(chosen.json()).toEqual({ done: true });
      },
    ],
    [
      'the end of all sessions',
      async (email: string, elsewhere: Visitor) => {
        const { rows } = await sql<{
          id: string;
        }>`select "id" as id from identity."user" where "email" = ${email}`.execute(shop.db);
        await shop.identity.endSessions({ issuer, subject: rows[0]!.id });
        await signIn(elsewhere, email);
      },
    ],
  ])('is a stranger after %s; whoever is in after that is known', async (_what, happens) => {
    const { email, browser } = await owner();
    const elsewhere = stranger();
    await happens(email, elsewhere);
    await besiege(email);
    expect(await signIn(browser, email)).toEqual([429, 'device_unknown']);
    expect(await signIn(elsewhere, email)).toEqual([200, undefined]);
  });

  it('is one of twenty at most: programs that keep no cookies leave no heap of them', async () => {
    const { email, browser } = await owner();
    shop.clock.advance(1000);
    for (let i = 0; i < 25; i += 1) {
      await signIn(stranger(), email);
      if (i === 3) await signIn(browser, email);
    }
    const { rows } = await sql<{ devices: number }>`
      select count(*)::int as devices from identity.known_devices d join identity."user" u on u."id" = d.user_id where u."email" = ${email}`.execute(
      shop.db,
    );
    expect(rows).toEqual([{ devices: 20 }]);
  });
});
