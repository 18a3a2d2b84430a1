import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '#contract/durations.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { htmlTo, mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { mailWeeklyFigures } from './weekly-mail.ts';

describe.each(engines)('the weekly mail (%s)', (engine) => {
  let database: Awaited<ReturnType<typeof databaseOn>>;
  let shop: TestShop;
  let admin: Person;
  let buyer: Person;
  let disc: string;
  const account = { tokenHours: 10_000 };

  beforeAll(async () => {
    database = await databaseOn(engine);
    shop = await startShop({ database });
    admin = await shop.person('Ada Admin', { role: 'admin', ...account });
    buyer = await shop.person('Bea', account);
    disc = await samplePart(shop.db, { name: 'Brake disc', inStock: 100_000 });
  });
  afterAll(() => shop.close());

  const now = () => shop.clock.now().getTime();
  const at = (moment: string) => shop.clock.advance(Date.parse(moment) - now());
  const want = async (person: Person, wanted: boolean) => {
    const as = { as: person, body: { wanted } };
    const { status, body } = await shop.request('PUT', '/api/admin/weekly-figures', as);
    expect([status, body]).toEqual([200, { wanted }]);
  };
  const isWanted = async (person: Person) =>
    (await shop.request('GET', '/api/admin/weekly-figures', { as: person })).body.wanted;
  const weekly = async ({ email }: Person) =>
    (await mailsTo(shop.db, email)).filter(({ subject }) => subject.startsWith('Your shop from'));
  const subjects = async (person: Person) => (await weekly(person)).map(({ subject }) => subject);
  const buy = async (person: Person, pieces: number) => {
    const order = await shop.order(person, disc, pieces);
    await shop.pay(person, order);
    return order;
  };

  it('is off until an admin asks for it, who is told of the week that is over once, from Monday at six', async () => {
    const other = await shop.person('Otto Admin', { role: 'admin', ...account });
    at('2026-11-20T12:00:00Z');
    await buy(buyer, 200);
    at('2026-11-24T12:00:00Z');
    const refunded = await buy(buyer, 400);
    await buy(await shop.person('Cem', account), 200);
    const body = { amount: 100, reason: 'Scratched', restock: false };
    await shop.request('POST', `/api/order/${refunded}/refund`, { as: admin, body });
    expect(await isWanted(admin)).toBe(false);
    await want(admin, true);
    await want(admin, true);
    expect([await isWanted(admin), await isWanted(other)]).toEqual([true, false]);

    at('2026-11-30T05:59:59Z');
    await shop.everyMinute();
    expect(await subjects(admin)).toEqual([]);
    at('2026-11-30T06:00:00Z');
    await mailWeeklyFigures(shop);
    const html = await htmlTo(shop, admin.email);
    await shop.everyMinute();
    await shop.everyMinute();
    expect(await weekly(other)).toEqual([]);
    const [mail, ...more] = await weekly(admin);
    expect(more).toEqual([]);
    expect(mail).toEqual({
      subject: 'Your shop from November 23 to November 29, 2026: $7,400.00',
      text: expect.any(String),
    });
    expect(mail?.text).toContain(
      [
        'Revenue: $7,400.00 ($2,500.00)',
        'Orders: 2 (1)',
        'Pieces: 600 (200)',
        'Average order: $3,750.00 ($2,500.00)',
        'New customers: 1 (1)',
        'Returning customers: 1 (0)',
        'Sold best: Brake disc: 600 pieces, $7,500.00',
      ].join('\n'),
    );
    expect(mail?.text).toContain(
      'Orders to ship: 3:\nhttp://shop.test/dashboard/manage-orders?state=pending',
    );
    expect(mail?.text).not.toContain('Failed mails');
    expect(html).toContain('Hello Ada Admin,');
    expect(html).toContain(
      'href="http://shop.test/dashboard/manage-orders?state=pending" style="color:inherit">Orders to ship: 3</a>',
    );
  });

  it('says the same as the overview', async () => {
    const query = 'from=2026-11-23&to=2026-11-29&by=week';
    const { totals } = (await shop.request('GET', `/api/admin/figures?${query}`, { as: admin }))
      .body;
    expect(totals).toMatchObject({ revenue: 7400, orders: 2, pieces: 600, average: 3750 });
  });

  it('is not written twice by two copies, nor after a restart', async () => {
    at('2026-12-07T07:00:00Z');
    const kept = { ...database, close: async () => undefined };
    const copy = await startShop({ database: kept, clock: shop.clock });
    await Promise.all([1, 2, 3].flatMap(() => [mailWeeklyFigures(shop), mailWeeklyFigures(copy)]));
    await copy.everyMinute();
    await copy.close();
    expect(await subjects(admin)).toHaveLength(2);
    expect((await subjects(admin)).at(-1)).toBe(
      'Your shop from November 30 to December 6, 2026: $0.00',
    );
  });

  it('is only of the last week when weeks were missed, and not of a week that was over when it was asked for', async () => {
    at('2026-12-30T10:00:00Z');
    const late = await shop.person('Late Admin', { role: 'admin', ...account });
    await want(late, true);
    await shop.everyMinute();
    expect((await subjects(admin)).slice(2)).toEqual([
      'Your shop from December 21 to December 27, 2026: $0.00',
    ]);
    expect(await subjects(late)).toEqual([]);
    at('2027-01-04T06:01:00Z');
    await shop.everyMinute();
    const newest = 'Your shop from December 28, 2026 to January 3, 2027: $0.00';
    expect(await subjects(late)).toEqual([newest]);
    expect((await subjects(admin)).at(-1)).toBe(newest);
    await want(late, false);
    expect(await isWanted(late)).toBe(false);
  });

  it('ends for somebody who is no admin with power any more, also when they are one again', async () => {
    const people = await Promise.all(
      ['Demoted', 'Blocked', 'Unproven'].map((name) =>
        shop.person(name, { role: 'admin', ...account }),
      ),
    );
    for (const person of people) await want(person, true);
    const [demoted, blocked, unproven] = people.map(({ userId }) => userId);
    const users = (id: string | undefined, change: object) =>
      shop.db
        .updateTable('users')
        .set(change)
        .where('id', '=', id ?? '')
        .execute();
    await users(demoted, { role: null });
    await users(blocked, { blocked_at: shop.clock.now() });
    await users(unproven, { email_verified: false });
    shop.clock.advance(7 * dayMs + hourMs);
    await shop.everyMinute();
    await users(demoted, { role: 'admin' });
    await users(blocked, { blocked_at: null });
    await users(unproven, { email_verified: true });
    shop.clock.advance(7 * dayMs);
    await shop.everyMinute();
    for (const person of people) {
      expect(await subjects(person)).toEqual([]);
      expect(await isWanted(person)).toBe(false);
    }
    expect(await subjects(admin)).toHaveLength(6);
  });

  it('ends with its switch, and with the account', async () => {
    const leaver = await shop.person('Leaver', { role: 'admin', ...account });
    await want(leaver, true);
    await want(admin, false);
    const close = `/api/user/${encodeURIComponent(leaver.email)}/close`;
    await shop.request('POST', close, { as: leaver, body: { typedEmail: leaver.email } });
    const left = await shop.db.selectFrom('weekly_figures').select('user_id').execute();
    shop.clock.advance(7 * dayMs);
    await shop.everyMinute();
    expect(await subjects(admin)).toHaveLength(6);
    expect(left).toEqual([]);
  });
});
