import { describe, expect, it } from 'vitest';
import { byOperator, grantAdmin, revokeAdmin } from './admins.ts';
import { parseCommand } from '#server/operator/commands.ts';
import { mailsTo } from '#test/mailbox.ts';
import { startShop, type Person } from '#test/harness.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ana = await shop.person('Ana Duarte');

const assign = (email: string, as: Person | undefined, headers: Record<string, string> = {}) =>
  shop.request('PUT', `/api/users/admin/${encodeURIComponent(email)}`, {
    ...(as ? { as } : {}),
    headers,
  });
const users = async (query = '') =>
  (await shop.request('GET', `/api/users?${query}`, { as: admin })).body as {
    email: string;
    role: string | null;
  }[];

describe('making an admin', () => {
  it('is refused to guests and customers, and changes nothing', async () => {
    expect((await assign(ana.email, undefined)).status).toBe(401);
    const refused = await assign(ana.email, ana);
    expect([refused.status, refused.body.acknowledged]).toEqual([403, false]);
    expect((await users()).find((user) => user.email === ana.email)?.role).toBe(null);
  });

  it('gives the role at once, with an empty body with or without a content type, and writes it down', async () => {
    const ben = await shop.person('Ben Okafor');
    expect((await assign(ben.email, admin)).body).toEqual({ acknowledged: true });
    expect((await assign(ben.email, admin, { 'content-type': 'application/json' })).body).toEqual({
      acknowledged: true,
    });

    expect((await shop.request('GET', '/api/users', { as: ben })).status).toBe(200);
    const audit = (
      await shop.request('GET', `/api/admin/audit?q=${encodeURIComponent(ben.email)}`, {
        as: admin,
      })
    ).body;
    expect(audit).toEqual([
      expect.objectContaining({
        action: 'admin assigned',
        actor: admin.email,
        before: { role: null },
        after: { role: 'admin' },
      }),
    ]);
  });

  it('is told to every admin with a confirmed address, once', async () => {
    const cleo = await shop.person('Cleo', { emailVerified: false });
    await assign(cleo.email, admin);
    await assign(cleo.email, admin);
    const told = (await mailsTo(shop.db, admin.email)).filter(({ text }) =>
      text.includes(cleo.email),
    );
    expect(told.map(({ subject }) => subject)).toEqual(['Somebody was made an admin']);
    expect(told[0]?.text).toContain('the power begins when it is');
    expect(await mailsTo(shop.db, cleo.email)).toEqual([]);
  });

  it('answers 404 for an address without an account', async () => {
    const refused = await assign('nobody@example.com', admin);
    expect([refused.status, refused.body]).toEqual([
      404,
      { acknowledged: false, error: 'user_not_found', message: 'There is no such user.' },
    ]);
  });

  it('gives no power as long as the address is not confirmed', async () => {
    const carl = await shop.person('Carl Jensen', { emailVerified: false });
    await assign(carl.email, admin);
    expect((await shop.request('GET', '/api/users', { as: carl })).status).toBe(403);
  });
});

describe("the admin's table of users", () => {
  it('shows all accounts, searched, filtered and sorted', async () => {
    expect((await users('role=admin&sort=email')).every((user) => user.role === 'admin')).toBe(
      true,
    );
    expect((await users('q=duarte')).map((user) => user.email)).toEqual([ana.email]);
    const byEmail = (await users('sort=email')).map((user) => user.email);
    expect(byEmail).toEqual(byEmail.toSorted());
  });
});

describe('the command line', () => {
  it('makes the first admin, and never takes the last one away', async () => {
    const other = await startShop();
    const eva = await other.person('Eva Holm');
    const dan = await other.person('Dan Moss');
    const grant = (email: string) => grantAdmin(other, email, byOperator);
    const revoke = (email: string) => revokeAdmin(other, email, byOperator);

    expect(await grant(eva.email)).toBe('granted');
    expect(await grant(eva.email)).toBe('unchanged');
    expect(await revoke(eva.email)).toBe('last-admin');
    expect(await grant('nobody@example.com')).toBe('unknown');
    await grant(dan.email);
    expect(await Promise.all([revoke(eva.email), revoke(dan.email)])).toEqual(
      expect.arrayContaining(['revoked', 'last-admin']),
    );
    await other.close();
  });

  it('tells every admin of a new one, once', async () => {
    const gil = await shop.person('Gil Ross');
    await parseCommand(['grant', gil.email])?.({ ...shop, adminFactorGraceDays: undefined });
    await parseCommand(['grant', gil.email])?.({ ...shop, adminFactorGraceDays: undefined });
    for (const { email } of [admin, gil]) {
      const told = (await mailsTo(shop.db, email)).filter(({ text }) =>
        text.includes(`Account: ${gil.email}`),
      );
      expect(told).toEqual([
        {
          subject: 'Somebody was made an admin',
          text: expect.stringContaining(`Account: ${gil.email}\nMade by: the command line`),
        },
      ]);
    }
  });

  it('takes the power away at once, without signing out', async () => {
    const fay = await shop.person('Fay Lind', { role: 'admin' });
    expect((await shop.request('GET', '/api/users', { as: fay })).status).toBe(200);
    await revokeAdmin(shop, fay.email, byOperator);
    expect((await shop.request('GET', '/api/users', { as: fay })).status).toBe(403);
    expect(
      (await shop.request('GET', `/api/orders?email=${encodeURIComponent(fay.email)}`, { as: fay }))
        .status,
    ).toBe(200);
  });
});
