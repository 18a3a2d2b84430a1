import { beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '#test/harness.ts';
import { sampleFacts as seen, samplePart, samplePicture } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

let disc: string;

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
const ana = await shop.person('Ana Duarte');
const ownImage = await samplePicture(shop, admin);
const newPart = {
  name: 'Oil filter',
  image: ownImage,
  description: 'A filter.',
  price: '4.50',
  inStock: '1200',
  orderQuantity: 100,
};
beforeEach(async () => {
  shop.clock.advance(1000);
  disc = await samplePart(shop.db, { createdAt: shop.clock.now() });
});

const partOf = async (id = disc) => (await shop.request('GET', `/api/parts/${id}`)).body;
const edit = (body: unknown, as = admin) =>
  shop.request('PATCH', `/api/part/${disc}`, { as, body });
const adjust = (body: unknown, as = admin) =>
  shop.request('POST', `/api/part/${disc}/stock`, { as, body });
const ledgerOf = async (id = disc) =>
  (await shop.request('GET', `/api/admin/parts/${id}/stock`, { as: admin })).body;
const lastAudit = async () =>
  (await shop.request('GET', '/api/admin/audit?limit=1', { as: admin })).body[0];

describe('adding a part', () => {
  it('puts it first in the list of parts, with its stock in the ledger and a line in the audit log', async () => {
    shop.clock.advance(1000);
    const added = await shop.request('POST', '/api/part', { as: admin, body: newPart });

    expect([added.status, added.body]).toEqual([
      200,
      { acknowledged: true, insertedId: expect.any(String) },
    ]);
    expect((await shop.request('GET', '/api/parts?limit=1')).body).toEqual([
      expect.objectContaining({
        _id: added.body.insertedId,
        name: 'Oil filter',
        price: 4.5,
        inStock: 1200,
        orderQuantity: 100,
        image: ownImage,
      }),
    ]);
    expect(await ledgerOf(added.body.insertedId)).toMatchObject([
      { change: 1200, reason: 'opening', actor: admin.email },
    ]);
    expect(await lastAudit()).toMatchObject({
      actor: admin.email,
      action: 'part added',
      subjectType: 'part',
      subjectName: 'Oil filter',
      before: null,
    });
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a price of zero', { price: 0 }],
    ['a price finer than a cent', { price: 1.005 }],
    ['a price in words', { price: 'ten' }],
    ['a minimum of zero', { orderQuantity: 0 }],
    ['half a piece in stock', { inStock: 10.5 }],
    ['a negative stock', { inStock: -1 }],
    ['a minimum order no card can pay', { price: 100_000, orderQuantity: 100 }],
    ['a minimum order below fifty cents', { price: 0.01, orderQuantity: 10 }],
    ['no description', { description: undefined }],
  ])('refuses %s', async (_words, fault) => {
    const refused = await shop.request('POST', '/api/part', {
      as: admin,
      body: { ...newPart, ...fault },
    });
    expect([refused.status, refused.body.acknowledged, refused.body.error]).toEqual([
      422,
      false,
      'invalid_input',
    ]);
  });

  it('refuses a picture that was not uploaded to this shop', async () => {
    const refused = await shop.request('POST', '/api/part', {
      as: admin,
      body: { ...newPart, image: 'https://evil.example/x.png' },
    });
    expect([refused.status, refused.body.error, refused.body.image]).toEqual([
      422,
      'image_unknown',
      'https://evil.example/x.png',
    ]);
  });

  it('is refused to customers', async () => {
    const refused = await shop.request('POST', '/api/part', { as: ana, body: newPart });
    expect([refused.status, refused.body]).toEqual([
      403,
      { acknowledged: false, error: 'not_allowed', message: 'This account may not do that.' },
    ]);
  });
});

describe('editing a part', () => {
  it('changes its facts and says in the audit log what was before', async () => {
    const edited = await edit({ seen, facts: { ...seen, price: 13, orderQuantity: 300 } });

    expect([edited.status, edited.body]).toEqual([200, { acknowledged: true }]);
    expect(await partOf()).toMatchObject({ price: 13, orderQuantity: 300, inStock: 1000 });
    expect(await lastAudit()).toMatchObject({
      action: 'part edited',
      subjectId: disc,
      before: { price: 12.5, orderQuantity: 200 },
      after: { price: 13, orderQuantity: 300 },
    });
  });

  it('never touches the price of an order that exists', async () => {
    const order = await shop.order(ana, disc, 200);
    await edit({ seen, facts: { ...seen, price: 99 } });

    expect((await shop.request('GET', `/api/orders/${order}`, { as: ana })).body).toMatchObject({
      price: 12.5,
      total: 2500,
    });
  });

  it('is refused, naming what changed, when the part is no longer as the editor saw it', async () => {
    await edit({ seen, facts: { ...seen, price: 13 } });
    const stale = await edit({ seen, facts: { ...seen, name: 'Another name' } });

    expect([stale.status, stale.body]).toEqual([
      409,
      {
        acknowledged: false,
        error: 'part_changed',
        message: 'Somebody else changed this part in the meantime.',
        changed: { price: { was: 12.5, is: 13 } },
      },
    ]);
    expect(await partOf()).toMatchObject({ name: seen.name, price: 13 });
  });

  it('takes a change of the stock along, and changes nothing when one half of it is refused', async () => {
    const facts = { ...seen, price: 13 };
    const both = (change: number) => edit({ seen, facts, stock: { change, reason: 'Counted' } });
    expect((await both(-5000)).body.error).toBe('stock_too_low');
    expect(await partOf()).toMatchObject({ price: 12.5, inStock: 1000 });

    expect((await both(500)).status).toBe(200);
    expect(await partOf()).toMatchObject({ price: 13, inStock: 1500 });
    const lines = await shop.request('GET', `/api/admin/audit?q=${disc}`, { as: admin });
    expect((lines.body as { action: string }[]).map(({ action }) => action).toSorted()).toEqual([
      'part edited',
      'stock adjusted',
    ]);
  });

  it('is refused to customers', async () => {
    expect((await edit({ seen, facts: { ...seen, price: 1 } }, ana)).status).toBe(403);
    expect(await partOf()).toMatchObject({ price: 12.5 });
  });
});

describe("adjusting a part's stock", () => {
  it('puts pieces in or takes them out whatever else became of the part, as a row in the ledger with its reason', async () => {
    await shop.order(ana, disc, 200);
    shop.clock.advance(1000);
    await edit({ seen, facts: { ...seen, name: 'Brake disc' } });
    const adjusted = await adjust({ change: '-50', reason: 'Counted: one box was wet' });

    expect([adjusted.status, adjusted.body]).toEqual([200, { acknowledged: true }]);
    expect(await partOf()).toMatchObject({ name: 'Brake disc', inStock: 750 });
    expect(await ledgerOf()).toMatchObject([
      { change: -50, reason: 'adjustment', note: 'Counted: one box was wet', actor: admin.email },
      { change: -200, reason: 'order', actor: ana.email },
      { change: 1000, reason: 'opening', actor: 'sample' },
    ]);
    expect(await lastAudit()).toMatchObject({
      action: 'stock adjusted',
      subjectName: 'Brake disc',
      before: { inStock: 800 },
      after: { inStock: 750, reason: 'Counted: one box was wet' },
    });
  });

  it.each([
    ['more than there is', { change: -1001, reason: 'gone' }, 409, 'stock_too_low'],
    ['nothing', { change: 0, reason: 'why' }, 422, 'invalid_input'],
    ['without a reason', { change: 5, reason: '' }, 422, 'invalid_input'],
  ])('is refused by %s, also beside an edit', async (_words, stock, status, error) => {
    for (const refused of [await adjust(stock), await edit({ seen, stock })])
      expect([refused.status, refused.body.error]).toEqual([status, error]);
    expect(await partOf()).toMatchObject({ inStock: 1000 });
  });

  it('is refused to customers, and of a part that there is not', async () => {
    const delivery = { change: 5, reason: 'Delivery' };
    expect((await adjust(delivery, ana)).status).toBe(403);
    disc = admin.userId;
    expect((await adjust(delivery)).body).toMatchObject({
      acknowledged: false,
      error: 'part_not_found',
    });
  });
});

describe('deleting a part', () => {
  it('takes it out of the shop, keeps its orders, and puts it back when it is restored', async () => {
    const order = await shop.order(ana, disc, 200);
    const deleted = await shop.request('DELETE', `/api/part/${disc}`, { as: admin });

    expect([deleted.status, deleted.body]).toEqual([200, { acknowledged: true }]);
    expect((await shop.request('GET', `/api/parts/${disc}`)).status).toBe(404);
    expect((await shop.request('GET', `/api/orders/${order}`, { as: ana })).body).toMatchObject({
      productName: seen.name,
      image: seen.image,
    });
    const refused = await shop.request('POST', '/api/orders', {
      as: ana,
      body: { productId: disc, quantity: 200, address: 'A', phone: '1' },
    });
    expect([refused.status, refused.body.error]).toEqual([404, 'part_not_found']);

    expect((await shop.request('POST', `/api/part/${disc}/restore`, { as: admin })).body).toEqual({
      acknowledged: true,
    });
    expect(await partOf()).toMatchObject({ _id: disc, inStock: 800 });
  });

  it('done twice is done once, and is refused to customers', async () => {
    expect((await shop.request('DELETE', `/api/part/${disc}`, { as: ana })).status).toBe(403);
    await shop.request('DELETE', `/api/part/${disc}`, { as: admin });
    expect((await shop.request('DELETE', `/api/part/${disc}`, { as: admin })).body).toEqual({
      acknowledged: true,
    });
    const audit = (await shop.request('GET', `/api/admin/audit?q=${disc}`, { as: admin })).body;
    expect(audit).toHaveLength(1);
  });

  it('leaves it readable to admins, and to nobody else', async () => {
    const managed = (as: Person, id = disc) =>
      shop.request('GET', `/api/admin/parts/${id}`, { as });
    const inShop = await partOf();
    await shop.request('DELETE', `/api/part/${disc}`, { as: admin });

    const { replacement: _one, replaces: _some, rating: _none, ...facts } = inShop;
    const replacing = { replacedByName: null, replacedByNumber: null };
    expect((await managed(admin)).body).toEqual({ ...facts, ...replacing, archived: true });
    expect((await managed(ana)).status).toBe(403);
    expect((await managed(admin, admin.userId)).body.error).toBe('part_not_found');
  });
});

describe("the admin's table of parts", () => {
  const names = async (query: string) =>
    (
      (await shop.request('GET', `/api/admin/parts?${query}`, { as: admin })).body as {
        name: string;
      }[]
    ).map((part) => part.name);

  it('searches, filters, sorts and pages', async () => {
    await samplePart(shop.db, {
      name: 'Zebra pump 100%',
      priceCents: 100,
      inStock: 10,
      partNumber: 'ZP-77',
    });
    await samplePart(shop.db, { name: 'Zebra pump A', priceCents: 300, inStock: 5000 });
    await samplePart(shop.db, { name: 'zebra pump B', priceCents: 200, inStock: 7000 });

    expect(await names('q=zebra&sort=price')).toEqual([
      'Zebra pump 100%',
      'zebra pump B',
      'Zebra pump A',
    ]);
    expect(await names('q=zebra&sort=-stock')).toEqual([
      'zebra pump B',
      'Zebra pump A',
      'Zebra pump 100%',
    ]);
    expect(await names('q=zebra&sort=name')).toEqual([
      'Zebra pump 100%',
      'Zebra pump A',
      'zebra pump B',
    ]);
    expect(await names('q=zebra&show=low')).toEqual(['Zebra pump 100%']);
    expect(await names(`q=${encodeURIComponent('0%')}`)).toEqual(['Zebra pump 100%']);
    expect(await names('q=zp77')).toEqual(['Zebra pump 100%']);
    for (const shown of ['Zebra pump 100% · ZP-77', 'ZP-77 · Tarnholm', 'ake pump 100% · ZP-77'])
      expect(await names(`q=${encodeURIComponent(shown)}`), shown).toEqual(['Zebra pump 100%']);

    const first = await shop.request('GET', '/api/admin/parts?q=zebra&sort=name&limit=2', {
      as: admin,
    });
    const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link']))?.[1] ?? '';
    expect((await shop.request('GET', next, { as: admin })).body).toMatchObject([
      { name: 'zebra pump B' },
    ]);
  });

  it('starts again for a cursor that is not ours', async () => {
    for (const cursor of [
      'x',
      'W10',
      Buffer.from('["a\u0000","b"]').toString('base64url'),
      Buffer.from('["99999999999999999999","00000000-0000-4000-8000-000000000000"]').toString(
        'base64url',
      ),
    ]) {
      expect(
        (
          await shop.request('GET', `/api/admin/parts?sort=price&limit=1&cursor=${cursor}`, {
            as: admin,
          })
        ).status,
      ).toBe(200);
    }
  });
});
