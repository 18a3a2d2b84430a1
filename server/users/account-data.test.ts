import { describe, expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const ana = await shop.person('Ana Duarte');
const part = await samplePart(shop.db);

const dataOf = (person: Person, as: Person = person) =>
  shop.request('GET', `/api/user/${encodeURIComponent(person.email)}/data`, { as });

describe("somebody's own data", () => {
  it('comes as a file with profile, orders, payments, reviews and what was written down of the account', async () => {
    const admin = await shop.person('Ada Admin', { role: 'admin' });
    const paid = await shop.order(ana, part, 200);
    const transactionId = await shop.pay(ana, paid);
    await shop.request('POST', `/api/order/${paid}/refund`, {
      as: admin,
      body: { amount: 100, reason: 'One was rusty', restock: false },
    });
    await shop.request('POST', '/api/reviews', {
      as: ana,
      body: { productId: part, transactionId, rating: 4, message: 'Fits.' },
    });
    shop.clock.advance(1000);
    const cancelled = await shop.order(ana, part, 300);
    await shop.request('DELETE', `/api/order?id=${cancelled}`, { as: ana });

    const { status, headers, body } = await dataOf(ana);

    expect([status, headers['content-disposition'], headers['cache-control']]).toEqual([
      200,
      'attachment; filename="underhood-data.json"',
      'no-store',
    ]);
    expect(body.account).toMatchObject({
      _id: ana.userId,
      email: ana.email,
      name: 'Ana Duarte',
      blockedAt: null,
    });
    expect(body.orders).toEqual([
      expect.objectContaining({
        _id: cancelled,
        cancelled: true,
        address: '12 Dock Road, Leeds',
        payments: [],
      }),
      expect.objectContaining({
        _id: paid,
        cancelled: false,
        quantity: 200,
        transactionId,
        refundedTotal: 100,
        payments: [{ transactionId, amount: 2500, state: 'kept', createdAt: expect.any(String) }],
      }),
    ]);
    expect(
      body.orders[1].events.map(({ kind, role, actor }: Record<string, unknown>) => [
        kind,
        role,
        actor,
      ]),
    ).toEqual([
      ['placed', 'customer', null],
      ['payment_started', 'payer', null],
      ['paid', 'payer', null],
      ['refunded', 'admin', null],
    ]);
    expect(body.reviews).toEqual([expect.objectContaining({ rating: 4, message: 'Fits.' })]);
    expect((await dataOf(ana)).body.securityEvents).toEqual([
      {
        kind: 'data_downloaded',
        about: "Downloaded the account's data",
        createdAt: shop.clock.now().toISOString(),
        times: 1,
      },
    ]);
  });

  it('holds no secret, no hash and nothing of anybody else', async () => {
    const other = await shop.person('Omar Other');
    await shop.order(other, part, 400);
    const row = await shop.db
      .selectFrom('access_tokens')
      .selectAll()
      .where('user_id', '=', ana.userId)
      .executeTakeFirstOrThrow();
    const secrets = await shop.db
      .selectFrom('orders')
      .select(['network_hash'])
      .where('network_hash', 'is not', null)
      .execute();
    const text = JSON.stringify((await dataOf(ana)).body);
    const foreign = [
      other.email,
      other.userId,
      other.name,
      ana.token,
      row.token_hash,
      row.identity_session,
      'Ada Admin',
    ];
    for (const one of [...foreign, ...secrets.map(({ network_hash }) => network_hash ?? '')])
      expect(text).not.toContain(one);
  });

  it('is for nobody else, not for an admin either', async () => {
    const admin = await shop.person('Boss', { role: 'admin' });
    expect((await dataOf(ana, admin)).status).toBe(403);
    expect((await dataOf(ana, await shop.person('Stranger'))).status).toBe(403);
    expect((await shop.request('GET', `/api/user/${ana.email}/data`)).status).toBe(401);
  });

  it('is not read without end: after ten downloads in ten minutes it waits', async () => {
    const eager = await shop.person('Eager');
    const statuses: number[] = [];
    for (let download = 0; download < 11; download += 1)
      statuses.push((await dataOf(eager)).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    shop.clock.advance(600_000);
    expect((await dataOf(eager)).status).toBe(200);
  });
});
