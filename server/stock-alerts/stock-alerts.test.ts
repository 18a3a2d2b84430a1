import { describe, expect, it, test } from 'vitest';
import type { Person } from '#test/harness.ts';
import { checkedList, step } from '#test/import-files.ts';
import { htmlTo, mailsTo } from '#test/mailbox.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { tellWhenBack } from './tell-when-back.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 1000 });
const soldOut = (part: Parameters<typeof samplePart>[1] = {}) =>
  samplePart(shop.db, { inStock: 100, ...part });

const ask = (as: Person | undefined, id: string) =>
  shop.request('POST', `/api/parts/${id}/back-in-stock`, as === undefined ? {} : { as });
const forget = (as: Person, id: string) =>
  shop.request('DELETE', `/api/parts/${id}/back-in-stock`, { as });
const waitsFor = async (as: Person): Promise<string[]> =>
  (await shop.request('GET', '/api/my-alerts', { as })).body.map(
    (alert: { partId: string }) => alert.partId,
  );
const stock = (id: string, change: number) =>
  shop.request('POST', `/api/part/${id}/stock`, {
    as: admin,
    body: { change, reason: 'Counted' },
  });
const told = async ({ email }: Person) =>
  (await mailsTo(shop.db, email)).filter(({ subject }) => subject.includes('back in stock'));

describe('asking to be told when a part is back', () => {
  it('is one request however often, shown with the part, and can be taken back', async () => {
    const ana = await shop.person('Ana Duarte');
    const [first, second] = [await soldOut({ partNumber: 'AL-1' }), await soldOut()];
    expect(await ask(ana, first)).toMatchObject({ status: 200, body: { acknowledged: true } });
    const since = shop.clock.now().toISOString();
    shop.clock.advance(1000);
    expect((await ask(ana, second)).status).toBe(200);
    expect((await ask(ana, first)).status).toBe(200);
    const { body, headers } = await shop.request('GET', '/api/my-alerts', { as: ana });
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toEqual([
      expect.objectContaining({ partId: second }),
      {
        partId: first,
        name: 'Brake disc, front, vented 300 mm',
        partNumber: 'AL-1',
        createdAt: since,
      },
    ]);
    for (const _ of ['once', 'twice'])
      expect(await forget(ana, first)).toMatchObject({ status: 200, body: { acknowledged: true } });
    expect(await waitsFor(ana)).toEqual([second]);
    expect(await waitsFor(await shop.person('Omar Other'))).toEqual([]);
  });

  it('is refused for parts that can be ordered or are not sold, guests, and addresses nobody confirmed', async () => {
    const ana = await shop.person('Ana Duarte');
    const unproven = await shop.person('New Comer', { emailVerified: false });
    const archived = await soldOut();
    await shop.request('DELETE', `/api/part/${archived}`, { as: admin });
    const least = await samplePart(shop.db, { inStock: 200 });
    const refusals = [
      await ask(ana, least),
      await ask(ana, archived),
      await ask(ana, ana.userId),
      await ask(ana, 'no-id'),
      await ask(undefined, await soldOut()),
      await ask(unproven, await soldOut()),
    ];
    expect(refusals.map(({ status, body }) => [status, body.error, body.acknowledged])).toEqual([
      [409, 'in_stock', false],
      [404, 'part_not_found', false],
      [404, 'part_not_found', false],
      [404, 'part_not_found', false],
      [401, 'sign_in_required', false],
      [409, 'address_unconfirmed', false],
    ]);
    expect([await waitsFor(ana), await waitsFor(unproven)]).toEqual([[], []]);
  });
});

describe('when the part can be ordered again', () => {
  it('one mail says so, and why it came; then the request is forgotten', async () => {
    const ana = await shop.person('Ana <b>Duarte</b>');
    const disc = await soldOut({ partNumber: 'AL-2', name: 'Disc\n<i>310</i>' });
    await ask(ana, disc);
    await stock(disc, 99);
    await shop.everyMinute();
    expect([await told(ana), await waitsFor(ana)]).toEqual([[], [disc]]);

    await stock(disc, 1);
    await Promise.all([tellWhenBack(shop), tellWhenBack(shop)]);
    expect(await htmlTo(shop, ana.email)).toContain('Disc &lt;i&gt;310&lt;/i&gt;');
    await Promise.all([shop.everyMinute(), shop.everyMinute()]);
    await shop.everyMinute();
    expect(await told(ana)).toEqual([
      {
        subject: 'A part that you asked for is back in stock',
        text: `Hello Ana <b>Duarte</b>,

You asked us to tell you when this part can be ordered again. Now it can, while the pieces last: none are kept for you.

Part: Disc <i>310</i>
Part number: AL-2
In stock: 200 pieces
Smallest order: 200 pieces
Price per piece: $12.50

See the part:
http://shop.test/parts/disc-i-310-i-${disc}

This is the only mail about it. If you want to be told again, ask on its page.

Underhood
http://shop.test
${shop.contact.email}`,
      },
    ]);
    expect(await waitsFor(ana)).toEqual([]);

    // It runs out, and is asked for anew.
    await stock(disc, -1);
    shop.clock.advance(1000);
    await ask(ana, disc);
    await stock(disc, 500);
    await shop.everyMinute();
    expect(await told(ana)).toHaveLength(2);
  });

  test.each<[string, (id: string) => Promise<unknown>]>([
    [
      'an admin lowers its minimum',
      async (id) => {
        const { body: part } = await shop.request('GET', `/api/admin/parts/${id}`, { as: admin });
        const facts = { ...part, orderQuantity: 100 };
        await shop.request('PATCH', `/api/part/${id}`, { as: admin, body: { seen: part, facts } });
      },
    ],
    [
      'an import brings pieces',
      async (id) => {
        const file = `Product id,In stock\n${id},900\n`;
        const { _id } = await checkedList(shop, admin, file);
        await step(shop, admin, _id, 'apply');
      },
    ],
  ])('because %s', async (_words, bring) => {
    const ana = await shop.person('Ana Duarte');
    const disc = await soldOut();
    await ask(ana, disc);
    await bring(disc);
    await shop.everyMinute();
    expect([(await told(ana)).length, await waitsFor(ana)]).toEqual([1, []]);
  });

  it('because an order is cancelled, expires, or is refunded with its pieces', async () => {
    const ben = await shop.person('Ben Okafor', { tokenHours: 1000 });
    const ana = await shop.person('Ana Duarte', { tokenHours: 1000 });
    const disc = await samplePart(shop.db, { inStock: 200 });
    const takenAndAsked = async (): Promise<string> => {
      const order = await shop.order(ben, disc, 200);
      shop.clock.advance(1000);
      expect((await ask(ana, disc)).status).toBe(200);
      await shop.everyMinute();
      return order;
    };
    const cancelled = await takenAndAsked();
    await shop.request('DELETE', `/api/order?id=${cancelled}`, { as: ben });
    await shop.everyMinute();
    expect(await told(ana)).toHaveLength(1);

    await takenAndAsked();
    shop.clock.advance(73 * 3_600_000);
    await shop.everyMinute();
    expect(await told(ana)).toHaveLength(2);

    const paid = await takenAndAsked();
    await shop.pay(ben, paid);
    const body = { amount: 2500, reason: 'Cracked', restock: true };
    await shop.request('POST', `/api/order/${paid}/refund`, { as: admin, body });
    await shop.everyMinute();
    expect(await told(ana)).toHaveLength(3);
  });

  it('but gone again before the mail is written, the request waits', async () => {
    const ana = await shop.person('Ana Duarte');
    const disc = await soldOut();
    await ask(ana, disc);
    await stock(disc, 100);
    await shop.order(await shop.person('Quick Buyer'), disc, 200);
    await shop.everyMinute();
    expect([await told(ana), await waitsFor(ana)]).toEqual([[], [disc]]);
  });

  it('nobody is told who is blocked, lost the address, or asks no longer', async () => {
    const people = await Promise.all(
      ['Blocked', 'Replaced', 'Forgetful', 'Unproven'].map((name) => shop.person(name)),
    );
    const [blocked, replaced, forgetful, unproven] = people as [Person, Person, Person, Person];
    const disc = await soldOut();
    for (const person of people) await ask(person, disc);
    await shop.request('PUT', `/api/users/blocked/${blocked.email}`, { as: admin });
    const { db } = shop;
    const now = shop.clock.now();
    const user = (change: object, { userId }: Person) =>
      db.updateTable('users').set(change).where('id', '=', userId).execute();
    await user({ replaced_at: now }, replaced);
    await user({ email_verified: false }, unproven);
    await forget(forgetful, disc);
    await stock(disc, 500);
    await shop.everyMinute();
    for (const person of people) expect(await told(person)).toEqual([]);
    expect(await db.selectFrom('stock_alerts').where('part_id', '=', disc).execute()).toEqual([]);
  });
});

it('what somebody waits for is in their data, and goes with the account and with the part', async () => {
  const ana = await shop.person('Ana Duarte');
  const [disc, pad] = [await soldOut(), await soldOut({ partNumber: 'AL-9' })];
  for (const id of [disc, pad]) await ask(ana, id);
  await shop.request('DELETE', `/api/part/${disc}`, { as: admin });
  expect(await waitsFor(ana)).toEqual([pad]);
  await shop.everyMinute();
  await shop.request('POST', `/api/part/${disc}/restore`, { as: admin });
  expect(await waitsFor(ana)).toEqual([pad]);
  const email = encodeURIComponent(ana.email);
  const { body } = await shop.request('GET', `/api/user/${email}/data`, { as: ana });
  expect(body.stockAlerts).toEqual([expect.objectContaining({ partId: pad, partNumber: 'AL-9' })]);
  const closed = await shop.request('POST', `/api/user/${email}/close`, {
    as: ana,
    body: { typedEmail: ana.email },
  });
  expect(closed.status).toBe(200);
  const left = shop.db.selectFrom('stock_alerts').where('user_id', '=', ana.userId);
  expect(await left.execute()).toEqual([]);
});
