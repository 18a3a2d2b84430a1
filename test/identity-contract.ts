import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerifiedIdentity } from '#server/third-parties/identity/port.ts';
import type { TestShop } from './harness.ts';
import { samplePart } from './samples.ts';

/** A browser that is signed in at an identity service. */
export interface IdentitySession {
  /** A fresh identity token; undefined when the service gives none any more. */
  token(): Promise<string | undefined>;
}

interface Registration {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** A shop and its identity service, as browsers meet them. */
export interface IdentityWay {
  readonly shop: TestShop;
  register(person: Registration): Promise<IdentitySession>;
  /** Undefined when the address and the password are not those of an account. */
  signIn(person: Pick<Registration, 'email' | 'password'>): Promise<IdentitySession | undefined>;
  /** Presses the button of the page that the mailed link opens, signed in. */
  confirm(email: string, session: IdentitySession): Promise<void>;
  /** Chooses a new password by a mailed link. */
  reset(email: string, password: string): Promise<void>;
  google(person: Pick<Registration, 'email' | 'name'>): Promise<IdentitySession>;
  /** Resolves when a sign-in is later than those of before, for a service that counts in seconds. */
  later(): Promise<void>;
  close(): Promise<void>;
}

const password = 'bulk-order';

function some<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('The service gave nothing.');
  return thing;
}

/** The contract tests of the port `Identity`, for every service. */
export function identityContract(service: string, open: () => Promise<IdentityWay>): void {
  describe(`people who sign in at ${service}`, () => {
    let way: IdentityWay;
    let shop: TestShop;
    let people = 0;
    beforeAll(async () => {
      way = await open();
      ({ shop } = way);
    });
    afterAll(() => way.close());

    /** Addresses are different in each run, because an emulator keeps its accounts. */
    function somebody(): Registration {
      people += 1;
      const email = `Person.${people}.${process.pid}.${Date.now()}@Example.com`;
      return { name: `Person ${people}`, email, password };
    }
    const addressOf = ({ email }: Registration) => email.toLowerCase();

    async function verified(session: IdentitySession): Promise<VerifiedIdentity | undefined> {
      const token = await session.token();
      return token === undefined ? undefined : shop.identity.verify(token);
    }

    async function known(session: IdentitySession): Promise<VerifiedIdentity> {
      return some(await verified(session));
    }

    /** Exchanges an identity token for an access token. */
    async function comeIn(session: IdentitySession, person: Registration, body: object = {}) {
      const token = await session.token();
      if (token === undefined) throw new Error('The service gives no token.');
      return shop.request('PUT', `/api/users/${addressOf(person)}`, {
        token,
        body: { email: addressOf(person), ...body },
      });
    }

    const profileOf = (person: Registration, token: string) =>
      shop.request('GET', `/api/user/${addressOf(person)}`, { token });

    test('are who they say they are, at each sign-in the same, in a session of its own', async () => {
      const person = somebody();
      const first = await known(await way.register(person));
      expect(first).toMatchObject({
        issuer: expect.any(String),
        email: addressOf(person),
        emailVerified: false,
        name: person.name,
      });
      await way.later();
      const again = await known(some(await way.signIn(person)));
      expect({ ...again, session: first.session }).toEqual(first);
      expect(again.session).not.toBe(first.session);
    });

    test('are nobody with a token that was changed, of nobody, or none at all', async () => {
      const token = (await (await way.register(somebody())).token()) ?? '';
      const [head = '', claims = '', signature = ''] = token.split('.');
      const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
      const admin = Buffer.from(JSON.stringify({ ...said, sub: 'admin' })).toString('base64url');
      const unsigned = Buffer.from('{"alg":"none"}').toString('base64url');
      for (const forged of ['', 'a.b.c', `${head}.${admin}.${signature}`, `${unsigned}.${admin}.`])
        expect(await shop.identity.verify(forged)).toBeUndefined();
      expect(await shop.identity.verify(token)).toBeDefined();
    });

    test('have a confirmed address once they have opened the mailed link, and keep what they typed', async () => {
      const person = somebody();
      const session = await way.register(person);
      const { body } = await comeIn(session, person, { phone: '+44 20 7946 0111' });
      await way.confirm(person.email, session);
      expect(await known(session)).toMatchObject({ emailVerified: true });
      expect((await comeIn(session, person)).status).toBe(200);
      expect((await profileOf(person, body.accessToken)).body).toMatchObject({
        name: person.name,
        phone: '+44 20 7946 0111',
        emailVerified: true,
      });
    });

    test('who choose a new password leave every session of before', async () => {
      const person = somebody();
      const before = await way.register(person);
      await way.confirm(person.email, before);
      await comeIn(before, person);
      const token = (await before.token()) ?? '';
      expect(await shop.identity.verify(token)).toBeDefined();
      await way.later();
      await way.reset(person.email, 'another-one');
      expect(await shop.identity.verify(token)).toBeUndefined();
      expect(await verified(before)).toBeUndefined();
      expect(await way.signIn(person)).toBeUndefined();
      const after = await way.signIn({ ...person, password: 'another-one' });
      expect(after && (await known(after))).toMatchObject({ email: addressOf(person) });
    });

    test('are signed out everywhere when the shop ends their sessions, with tokens that are valid still', async () => {
      const person = somebody();
      const session = await way.register(person);
      const token = (await session.token()) ?? '';
      const { body } = await comeIn(session, person);
      expect((await profileOf(person, body.accessToken)).status).toBe(200);
      await way.later();
      await shop.identity.endSessions(await known(session));
      expect((await profileOf(person, body.accessToken)).status).toBe(401);
      expect(await shop.identity.verify(token)).toBeUndefined();
      expect(await verified(session)).toBeUndefined();
      await way.later();
      const after = some(await way.signIn(person));
      expect((await comeIn(after, person)).status).toBe(200);
    });

    test('are not the people of another service with the same subject', async () => {
      const session = await way.register(somebody());
      const { subject } = await known(session);
      const other = { issuer: 'https://elsewhere.example', subject };
      await shop.identity.endSessions(other);
      await shop.identity.deleteAccount(other);
      expect(await known(session)).toMatchObject({ subject });
    });

    test('are forgotten when they close their account, and may register anew', async () => {
      const person = somebody();
      const session = await way.register(person);
      const { subject } = await known(session);
      const { body } = await comeIn(session, person);
      const closed = await shop.request('POST', `/api/user/${addressOf(person)}/close`, {
        token: body.accessToken,
        body: { typedEmail: addressOf(person) },
      });
      expect([closed.status, closed.body]).toEqual([200, { acknowledged: true }]);
      expect(await verified(session).catch(() => undefined)).toBeUndefined();
      expect(await way.signIn(person)).toBeUndefined();
      const anew = await known(await way.register(person));
      expect(anew.subject).not.toBe(subject);
      expect(shop.identity.deletes).toContain(anew.issuer);
    });

    test('stay when only unconfirmed accounts are deleted, if they have confirmed theirs', async () => {
      const [confirmed, unconfirmed] = [somebody(), somebody()];
      const [kept, gone] = [await way.register(confirmed), await way.register(unconfirmed)];
      await way.confirm(confirmed.email, kept);
      for (const session of [kept, gone]) {
        const account = await known(session);
        // Twice: it is idempotent.
        await shop.identity.deleteAccount(account, { onlyUnconfirmed: true });
        await shop.identity.deleteAccount(account, { onlyUnconfirmed: true });
      }
      expect(await known(kept)).toMatchObject({ email: addressOf(confirmed) });
      expect(await way.signIn(unconfirmed)).toBeUndefined();
    });

    test.each(['reset', 'google'] as const)(
      'get an account that a stranger registered without anything of the stranger (first proof by %s)',
      async (proof) => {
        const person = somebody();
        const stranger = await way.register({ ...person, name: 'Stranger' });
        const { body: given } = await comeIn(stranger, person, { phone: '+1 555 0199' });
        const strangersToken = (await stranger.token()) ?? '';
        const part = await samplePart(shop.db, { inStock: 1000 });
        const userId = (await profileOf(person, given.accessToken)).body._id;
        const order = { userId, email: addressOf(person), name: '', token: given.accessToken };
        const orderId = await shop.order(order, part, 200);
        // More than a second: within one a service could take the reset for a part of the registration.
        await way.later();
        await way.later();
        let owner: IdentitySession | undefined;
        if (proof === 'google') owner = await way.google(person);
        else {
          await way.reset(person.email, 'of-the-owner');
          await way.later();
          owner = await way.signIn({ ...person, password: 'of-the-owner' });
        }
        const { status, body } = await comeIn(some(owner), person);
        expect(status).toBe(200);
        expect((await profileOf(person, body.accessToken)).body).toMatchObject({
          _id: userId,
          phone: '',
          emailVerified: true,
        });
        expect((await profileOf(person, given.accessToken)).status).toBe(401);
        // Not a renewed one: the emulator lets it be, and dates it by the latest sign-in to the account.
        expect(await shop.identity.verify(strangersToken)).toBeUndefined();
        expect(await way.signIn(person)).toBeUndefined();
        const { state } = await shop.db
          .selectFrom('orders')
          .select('state')
          .where('id', '=', orderId)
          .executeTakeFirstOrThrow();
        expect(state).toBe('cancelled');
      },
    );

    test('do not get the address of another account before they have confirmed it, and then nothing of that account', async () => {
      const person = somebody();
      const owner = await shop.person('Owner', { role: 'admin' });
      await shop.db
        .updateTable('users')
        .set({ email: addressOf(person) })
        .where('id', '=', owner.userId)
        .execute();
      const newcomer = await way.register(person);
      const refused = await comeIn(newcomer, person);
      expect([refused.status, refused.body.error]).toEqual([409, 'email_taken']);
      await way.confirm(person.email, newcomer);
      const { status, body } = await comeIn(newcomer, person);
      expect(status).toBe(200);
      const me = (await profileOf(person, body.accessToken)).body;
      expect(me).toMatchObject({ role: null, phone: '' });
      expect(me._id).not.toBe(owner.userId);
      expect((await profileOf(person, owner.token)).status).toBe(401);
    });

    test('leave neither their address nor a token in the log', () => {
      const said = shop.logged.join('\n').toLowerCase();
      expect(said).not.toMatch(/person\.\d+\.|eyj[\w-]{10}/);
    });
  });
}
