import { hashPassword as hashOfBefore } from 'better-auth/crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { passwordsOf } from './passwords.ts';
import { hashPassword, isPasswordOf, standardCost } from './scrypt.ts';
import { testPasswordCost } from '#test/harness.ts';
import { useShop } from '#test/use-shop.ts';
import { Visitor } from '#test/visitor.ts';

const shop = await useShop();

const signIn = async (email: string, password: string) =>
  (await new Visitor(shop.app).post('/api/identity/sign-in/email', { email, password })).statusCode;

const storedHash = async (subject: string) =>
  (
    await sql<{
      password: string;
    }>`select "password" from identity."account" where "userId" = ${subject}`.execute(shop.db)
  ).rows[0]!.password;

async function accountWith(email: string, hash: string): Promise<string> {
  const { subject } = await shop.identity.createAccount({
    name: 'Ada',
    email,
    password: 'bulk-order',
    verified: true,
  });
  await sql`update identity."account" set "password" = ${hash} where "userId" = ${subject}`.execute(
    shop.db,
  );
  return subject;
}

describe('a stored password', () => {
  it('says what it cost, by the table of OWASP, and never twice the same', async () => {
    const [one, other] = [
      await hashPassword('bulk-order', standardCost),
      await hashPassword('bulk-order', standardCost),
    ];
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(other).not.toBe(one);
    expect([await isPasswordOf(one, 'bulk-order'), await isPasswordOf(one, 'bulk-orders')]).toEqual(
      [true, false],
    );
  });

  it('is the same whichever way a keyboard writes its letters', async () => {
    expect(
      await isPasswordOf(await hashPassword('Bremsbeläge', testPasswordCost), 'Bremsbela\u0308ge'),
    ).toBe(true);
  });

  it('of before is right, and hashed anew by the first sign-in with it', async () => {
    const subject = await accountWith('before@example.com', await hashOfBefore('bulk-order'));
    expect(await signIn('before@example.com', 'wrong-one')).toBe(401);
    expect(await storedHash(subject)).toMatch(/^[\da-f]{32}:/);
    expect(await signIn('before@example.com', 'bulk-order')).toBe(200);
    const renewed = await storedHash(subject);
    expect(renewed).toMatch(/^\$scrypt\$/);
    expect([
      await signIn('before@example.com', 'wrong-one'),
      await signIn('before@example.com', 'bulk-order'),
    ]).toEqual([401, 200]);
    expect(await storedHash(subject)).toBe(renewed);
  });

  it('that was replaced during a sign-in with the old one stays replaced', async () => {
    const old = await hashOfBefore('old-password');
    const subject = await accountWith('replaced@example.com', old);
    const verified = passwordsOf(shop.db, testPasswordCost).verify({
      hash: old,
      password: 'old-password',
    });
    await sql`
      update identity."account" set "password" = ${await hashPassword('new-password', testPasswordCost)} where "userId" = ${subject}`.execute(
      shop.db,
    );
    expect(await verified).toBe(true);
    expect([
      await signIn('replaced@example.com', 'old-password'),
      await signIn('replaced@example.com', 'new-password'),
    ]).toEqual([401, 200]);
  });

  it('that is no hash opens nothing', async () => {
    await accountWith('broken@example.com', 'bulk-order');
    expect(await signIn('broken@example.com', 'bulk-order')).toBe(500);
  });
});
