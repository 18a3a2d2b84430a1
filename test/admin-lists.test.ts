import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrdersWanted } from '#contract/orders.ts';
import { ManagedPartsWanted } from '#contract/parts.ts';
import { UsersWanted } from '#contract/users.ts';
import { newId } from '#server/db/new-id.ts';
import { samplePart } from './samples.ts';
import { useShop } from './use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });

/** Names that sort badly: equal ones, ones that differ in case, the longest there may be, ones of many bytes. */
const names = [
  'Brake disc',
  'brake disc',
  'Brake disc',
  'ÄÄ',
  '"quoted", = and \\',
  '𝄞'.repeat(60),
  'ß'.repeat(120),
  'ß'.repeat(119),
  '字'.repeat(160),
  '',
  'z',
];
/** Emails as long as an address may be. */
const emailOf = (at: number) => `${String(at % 3).repeat(230)}${at}@example.com`;

for (const [at, name] of names.entries()) {
  const createdAt = new Date(Date.parse('2026-02-01T08:00:00Z') + (at % 4) * 1000);
  const partName = name === '' ? 'No name' : name;
  const part = await samplePart(shop.db, {
    name: partName,
    priceCents: 100 + (at % 3),
    inStock: (at % 2) * 500,
    orderQuantity: 100 * (1 + (at % 3)),
    createdAt,
  });
  const userId = newId(createdAt);
  await shop.db
    .insertInto('users')
    .values({
      id: userId,
      issuer: 'test',
      subject: userId,
      email: emailOf(at),
      email_verified: true,
      name,
      role: null,
      created_at: createdAt,
      updated_at: createdAt,
      replaced_at: null,
    })
    .execute();
  const quantity = 100 * (1 + (at % 2));
  const paid = at % 3 > 0;
  await shop.db
    .insertInto('orders')
    .values({
      id: newId(createdAt),
      user_id: userId,
      part_id: part,
      part_name: partName,
      image: '/pictures/brake-disc.webp',
      name,
      email: emailOf(at),
      address: '=cmd|calc\n12 Dock Road',
      phone: '+44 20 7946 0111',
      quantity,
      unit_price_cents: 100,
      total_cents: 100 * quantity,
      state: paid ? (at % 2 === 0 ? 'shipped' : 'paid') : 'unpaid',
      ...(paid && { paid_at: createdAt, transaction_id: `pi_${at}` }),
      ...(paid && at % 2 === 0 && { shipped_at: createdAt }),
      created_at: createdAt,
    } as never)
    .execute();
}

const get = (address: string) => shop.request('GET', address, { as: admin });

/** The ids of a whole list, read in pages of these lengths in turn. */
async function readInPages(address: string, lengths: readonly number[]): Promise<string[]> {
  const ids: string[] = [];
  let next: string | undefined = address;
  for (let page = 0; next !== undefined; page += 1) {
    expect(page).toBeLessThan(100);
    const url = new URL(next, 'http://shop');
    url.searchParams.set('limit', String(lengths[page % lengths.length]));
    const { status, body, headers } = await get(url.pathname + url.search);
    expect(status).toBe(200);
    ids.push(...(body as { _id: string }[]).map(({ _id }) => _id));
    next = /<([^>]*)>/.exec(String(headers['link'] ?? ''))?.[1];
  }
  return ids;
}

/** Every sort order that a list's query takes. */
const sortsOf = (query: { readonly shape: { readonly sort: { readonly def: unknown } } }) =>
  (query.shape.sort as unknown as { def: { innerType: { options: string[] } } }).def.innerType
    .options;

const lists = [
  { address: '/api/order', count: '/api/admin/orders/count', query: OrdersWanted, more: '' },
  {
    address: '/api/admin/parts',
    count: '/api/admin/parts/count',
    query: ManagedPartsWanted,
    more: 'show=all&',
  },
  { address: '/api/users', count: '/api/admin/users/count', query: UsersWanted, more: '' },
];

describe.each(lists)('the list of $address', ({ address, count, query, more }) => {
  it.each(sortsOf(query))(
    'sorted by %s gives each row once, in the same order however long its pages are',
    async (sort) => {
      const list = `${address}?${more}sort=${sort}`;
      const whole = await readInPages(list, [1000]);
      expect(new Set(whole).size).toBe(whole.length);
      expect(whole.length).toBeGreaterThanOrEqual(names.length);
      const lengths = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
      await fc.assert(
        fc.asyncProperty(lengths, async (some) => {
          expect(await readInPages(list, some)).toEqual(whole);
        }),
        { numRuns: 5 },
      );
    },
  );

  it('downwards is upwards the other way round', async () => {
    for (const sort of sortsOf(query).filter((name) => name.startsWith('-'))) {
      const down = await readInPages(`${address}?${more}sort=${sort}`, [1000]);
      const up = await readInPages(`${address}?${more}sort=${sort.slice(1)}`, [1000]);
      expect(down, sort).toEqual(up.toReversed());
    }
  });

  it('is counted with the same filters', async () => {
    for (const filter of ['', 'q=brake&', `q=${encodeURIComponent('ß')}&`, 'q=nothing+at+all&']) {
      const listed = await readInPages(`${address}?${more}${filter}`, [1000]);
      expect((await get(`${count}?${more}${filter}`)).body.count, filter).toBe(listed.length);
    }
  });
});

describe('orders of an admin', () => {
  it('are summed up in dollars', async () => {
    const { body } = await get('/api/order');
    const total = (body as { total: number }[]).reduce((sum, order) => sum + order.total, 0);
    expect((await get('/api/admin/orders/count')).body).toEqual({
      count: names.length,
      more: false,
      total,
    });
    expect((await get('/api/admin/orders/count?q=nothing+at+all')).body).toEqual({
      count: 0,
      more: false,
      total: 0,
    });
  });

  it('of one customer are those of the account with the address now', async () => {
    const of = async (email: string) =>
      (await get(`/api/order?customer=${encodeURIComponent(email)}`)).body as { email: string }[];
    expect((await of(emailOf(1))).map(({ email }) => email)).toEqual([emailOf(1)]);
    expect(await of('nobody@example.com')).toEqual([]);
  });

  it('stand by status as admins read it', async () => {
    const { body } = await get('/api/order?sort=status');
    const words = (body as { paid: boolean; status: string | null }[]).map(({ paid, status }) =>
      paid ? (status ?? 'pending') : 'unpaid',
    );
    const order = ['unpaid', 'pending', 'shipped'];
    expect(words).toEqual(
      words.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)),
    );
    expect(new Set(words).size).toBe(3);
  });
});

describe('a file of a list', () => {
  it.each(['orders', 'parts', 'users', 'audit'])(
    'of %s is a download that no cache keeps',
    async (name) => {
      const { status, headers, body } = await get(`/api/admin/${name}.csv`);
      expect([status, headers['content-type'], headers['cache-control']]).toEqual([
        200,
        'text/csv; charset=utf-8',
        'no-store',
      ]);
      expect(headers['content-disposition']).toMatch(/^attachment; filename="[a-z-]+\.csv"$/);
      expect(String(body).charCodeAt(0)).toBe(0xfeff);
    },
  );

  it('has what its list has, with nothing that a spreadsheet would run', async () => {
    const file = String((await get('/api/admin/orders.csv?sort=product')).body);
    const { body } = await get('/api/order?sort=product');
    const ids = (body as { _id: string }[]).map(({ _id }) => _id);
    expect(
      [...file.matchAll(/,([0-9a-f-]{36}),[0-9a-f-]{36},,,\r\n/g)].map(([, id]) => id),
    ).toEqual(ids);
    expect(file).toContain(`"'=cmd|calc\n12 Dock Road",'+44 20 7946 0111,`);
    const filtered = String((await get('/api/admin/orders.csv?q=nothing+at+all')).body);
    expect(filtered.split('\r\n')).toHaveLength(2);
  });

  it('is read page by page', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => ({
      id: newId(new Date(at)),
      issuer: 'crowd',
      subject: String(at),
      email: `crowd.${at}@example.com`,
      email_verified: true,
      name: 'Crowd',
      role: null,
      created_at: new Date(at),
      updated_at: new Date(at),
      replaced_at: null,
    }));
    await shop.db.insertInto('users').values(many).execute();
    const file = String((await get('/api/admin/users.csv?q=crowd.&sort=name')).body);
    const emails = [...file.matchAll(/crowd\.\d+@example\.com/g)].map(([email]) => email);
    expect(new Set(emails).size).toBe(1001);
    expect(emails).toHaveLength(1001);
  });

  it('is refused as a list is', async () => {
    const customer = await shop.person('Nosy');
    expect((await shop.request('GET', '/api/admin/users.csv', { as: customer })).status).toBe(403);
    expect((await get('/api/admin/orders.csv?sort=phone')).status).toBe(422);
  });
});
