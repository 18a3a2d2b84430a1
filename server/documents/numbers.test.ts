import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop, type Person, type TestShop } from '#test/harness.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';

const dayMs = 86_400_000;

describe.each(engines)('numbers of documents on the %s engine', (engine) => {
  let shop: TestShop;
  let admin: Person;
  let part: string;
  beforeAll(async () => {
    shop = await startShop({ database: await databaseOn(engine) });
    admin = await shop.person('Ada Admin', { role: 'admin', tokenHours: 10_000 });
    part = await samplePart(shop.db, { inStock: 1_000_000 });
  });
  afterAll(() => shop.close());

  const open = (kind: string, id: string) =>
    shop.request('GET', `/api/documents/${kind}/${id}`, { as: admin });

  /** An order that is paid, and a refund of it. */
  async function sold(): Promise<{ order: string; refund: string }> {
    const buyer = await shop.person('Ana Duarte');
    const order = await shop.order(buyer, part, 200);
    await shop.pay(buyer, order);
    const body = { amount: 1, reason: 'Dented', restock: false };
    const { status } = await shop.request('POST', `/api/order/${order}/refund`, {
      as: admin,
      body,
    });
    expect(status).toBe(200);
    const rows = shop.db.selectFrom('refunds').select('id').where('order_id', '=', order);
    return { order, refund: (await rows.executeTakeFirstOrThrow()).id };
  }

  it('of 20 payments and refunds that are opened at once by several are 1 to 20', async () => {
    const sales = [];
    for (let made = 0; made < 20; made += 1) sales.push(await sold());
    const opened = await Promise.all(
      sales.flatMap(({ order, refund }) => [
        open('receipt', order),
        open('credit-note', refund),
        open('credit-note', refund),
        open('receipt', order),
      ]),
    );
    expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
    const numbers = opened.map(({ body }) => body.number as string);
    const upTo20 = (letter: string) =>
      Array.from(
        { length: 20 },
        (_, before) => `${letter}-2026-${String(before + 1).padStart(6, '0')}`,
      );
    expect([...new Set(numbers)].toSorted()).toEqual([...upTo20('C'), ...upTo20('R')]);
    for (const [place, { order }] of sales.entries())
      expect((await open('receipt', order)).body.number).toBe(numbers[4 * place]);
    await expectInvariants(shop);
  });

  it('are not used up by a document that could not be written', async () => {
    const { order, refund } = await sold();
    await sql`alter table documents add constraint broken check (kind <> 'credit-note') not valid`.execute(
      shop.db,
    );
    expect((await open('credit-note', refund)).status).toBe(500);
    await sql`alter table documents drop constraint broken`.execute(shop.db);
    const number = async (kind: string, id: string) => (await open(kind, id)).body.number;
    expect(await number('credit-note', refund)).toBe('C-2026-000021');
    expect(await number('receipt', order)).toBe('R-2026-000021');
    shop.logged.length = 0;
  });

  it('begin anew with the year in which they are given', async () => {
    const before = await sold();
    shop.clock.advance(Date.parse('2027-01-01T00:00:00Z') - shop.clock.now().getTime() - 1);
    const after = await sold();
    expect((await open('receipt', after.order)).body.number).toBe('R-2026-000022');
    shop.clock.advance(1);
    expect((await open('receipt', before.order)).body).toMatchObject({
      number: 'R-2027-000001',
      date: '2027-01-01T00:00:00.000Z',
    });
    await expectInvariants(shop);
  });

  it('are not given while another database of the shop may give the same; those that are given stay', async () => {
    const known = await sold();
    const { number } = (await open('receipt', known.order)).body;
    const { order } = await sold();
    await shop.db
      .insertInto('shop_facts')
      .values({ mode: 'demo', card_accounts: ['sandbox'], moved_at: shop.clock.now() })
      .execute();
    const { status, body } = await open('receipt', order);
    expect([status, body.error]).toEqual([503, 'document_waits']);
    expect((await open('receipt', known.order)).body.number).toBe(number);
    await shop.db.deleteFrom('shop_facts').execute();
    expect((await open('receipt', order)).status).toBe(200);
  });

  it('stay when the customer closes the account, whose name and address go', async () => {
    const buyer = await shop.person('Quirina Duvalier', { tokenHours: 10_000 });
    const order = await shop.order(buyer, part, 200);
    await shop.pay(buyer, order);
    const refunded = await shop.request('POST', `/api/order/${order}/refund`, {
      as: admin,
      body: { amount: 2500, reason: 'Quirina Duvalier called', restock: false },
    });
    expect(refunded.status).toBe(200);
    const rows = shop.db.selectFrom('refunds').select('id').where('order_id', '=', order);
    const { id } = await rows.executeTakeFirstOrThrow();
    const receipt = (await open('receipt', order)).body;
    const note = (await open('credit-note', id)).body;
    const data = await shop.request('GET', `/api/user/${buyer.email}/data`, { as: buyer });
    expect(data.body.documents).toMatchObject([
      {
        kind: 'receipt',
        number: receipt.number,
        content: { buyer: { name: 'Quirina Duvalier' }, lines: receipt.lines },
      },
      { kind: 'credit-note', number: note.number, content: { refunded: 2500 } },
    ]);
    const closed = await shop.request('POST', `/api/user/${buyer.email}/close`, {
      as: buyer,
      body: { typedEmail: buyer.email },
    });
    expect(closed.status).toBe(200);
    const nobody = { buyer: { name: 'A customer', email: 'closed account' }, delivery: null };
    expect((await open('receipt', order)).body).toEqual({ ...receipt, ...nobody });
    expect((await open('credit-note', id)).body).toEqual({
      ...note,
      ...nobody,
      reason: 'A customer called',
    });
    shop.clock.advance(dayMs);
    await shop.everyMinute();
    await expectInvariants(shop);
  });

  it('keep no name when they are given while the customer closes the account', async () => {
    for (let round = 0; round < 6; round += 1) {
      const buyer = await shop.person('Quirina Duvalier', { tokenHours: 10_000 });
      const order = await shop.order(buyer, part, 200);
      await shop.pay(buyer, order);
      const body = { amount: 2500, reason: 'Quirina Duvalier called', restock: false };
      await shop.request('POST', `/api/order/${order}/refund`, { as: admin, body });
      const rows = shop.db.selectFrom('refunds').select('id').where('order_id', '=', order);
      const { id } = await rows.executeTakeFirstOrThrow();
      const close = () =>
        shop.request('POST', `/api/user/${buyer.email}/close`, {
          as: buyer,
          body: { typedEmail: buyer.email },
        });
      const answers = await Promise.all([close(), open('credit-note', id), open('receipt', order)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
    const { rows } = await sql<{ content: string }>`select content::text from documents`.execute(
      shop.db,
    );
    expect(rows.filter(({ content }) => /quirina|duvalier/i.test(content))).toEqual([]);
  });
});
