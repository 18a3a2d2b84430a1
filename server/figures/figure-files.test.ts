import { describe, expect, it } from 'vitest';
import { dayMs } from '#contract/durations.ts';
import {
  supplyBands,
  toDoKindNames,
  toDoKinds,
  unpaidAges,
  type SupplyBand,
  type UnpaidAge,
} from '#contract/figure-rules.ts';
import {
  figureFiles,
  type BestSeller,
  type Figures,
  type StockFigures,
  type ToDo,
} from '#contract/figures.ts';
import { returnReasons } from '#contract/return-rules.ts';
import { partEditor } from '#test/part-editor.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

/** What somebody may type as a name, and a spreadsheet would run. */
const formula = '=HYPERLINK("https://evil.test","Disc, rear")';
const days = 'from=2026-11-16&to=2026-11-29&by=week';

const shop = await useShop();
const editor = await partEditor(shop, 'FF');
const admin = await shop.person('Ada', { role: 'admin', tokenHours: 1000 });
const buyer = await shop.person('Bea', { tokenHours: 1000 });
const disc = await editor.added({ name: formula, type: 'brake-disc', price: 12.5 });
const pad = await samplePart(shop.db, { inStock: 5000, name: 'Pad' });
await samplePart(shop.db, { inStock: 300, name: '@SUM(A1:A9)', createdAt: new Date('2025-01-01') });
await live();

/** Two weeks: sold, refunded, sent back, and one order that nobody pays. */
async function live(): Promise<void> {
  const sold = await shop.order(buyer, disc, 300);
  await shop.pay(buyer, sold);
  await shop.pay(buyer, await shop.order(buyer, pad, 200));
  await shop.request('PATCH', `/api/order/${sold}`, { as: admin, body: { status: 'shipped' } });
  await shop.request('POST', `/api/orders/${sold}/returns`, {
    as: buyer,
    body: { reason: 'faulty', quantity: 10 },
  });
  shop.clock.advance(5 * dayMs);
  await shop.request('POST', `/api/order/${sold}/refund`, {
    as: admin,
    body: { amount: 99.9, reason: 'Scratched', restock: false },
  });
  await shop.pay(buyer, await shop.order(buyer, disc, 200));
  await shop.order(buyer, pad, 400);
  await shop.everyMinute();
}

const get = async (address: string) =>
  (await shop.request('GET', `/api/admin/${address}`, { as: admin })).body;

/** The rows of a file by its heads, the cells as they stand there. */
async function rowsOf(file: string, query = ''): Promise<Record<string, string>[]> {
  const { status, body, headers } = await shop.request('GET', addressOf(file, query), {
    as: admin,
  });
  expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(headers['content-disposition']).toContain('attachment');
  const [heads = [], ...rows] = String(body)
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(textOf));
  return rows.map((cells) => Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? ''])));
}

const addressOf = (file: string, query = '') => `/api/admin/figures/files/${file}?${query}`;

function textOf([, quoted, plain = '']: RegExpMatchArray): string {
  return quoted?.replaceAll('""', '"') ?? plain;
}

const money = (dollars: number) => dollars.toFixed(2);

describe('a block of the overview as a file', () => {
  it('has what is to do', async () => {
    const toDo: ToDo = await get('to-do');
    const rows = await rowsOf('to-do');
    expect(rows).toEqual(
      toDoKindNames.map((kind) => ({
        What: toDoKinds[kind],
        'How many': String(toDo[kind].count),
        'Or more': 'no',
      })),
    );
    expect(rows.find(({ What }) => What === 'Orders to ship')).toMatchObject({ 'How many': '2' });
  });

  it('has the periods of how it goes', async () => {
    const { periods }: Figures = await get(`figures?${days}`);
    expect(await rowsOf('sales', days)).toEqual(
      periods.map((its) => ({
        From: its.from,
        To: its.to,
        Orders: String(its.orders),
        Pieces: String(its.pieces),
        Paid: money(its.paid),
        Refunded: money(its.refunded),
        Revenue: money(its.revenue),
        'Average order': its.average === null ? '' : money(its.average),
        'New customers': String(its.newCustomers),
        'Returning customers': String(its.returningCustomers),
      })),
    );
    expect(periods.map(({ orders, refunded }) => [orders, refunded])).toEqual([
      [2, 0],
      [1, 99.9],
    ]);
  });

  it('has the part types with what came back of each, by reason', async () => {
    const { types }: Figures = await get(`figures?${days}`);
    expect(await rowsOf('types', days)).toEqual(
      types.map((its) => ({
        'Part type': its.name,
        Orders: String(its.orders),
        Pieces: String(its.pieces),
        Paid: money(its.paid),
        Refunded: money(its.refunded),
        'Pieces returned': String(its.returned),
        ...Object.fromEntries(
          Object.entries(returnReasons).map(([reason, words]) => [
            words,
            String(its.reasons.find((one) => one.reason === reason)?.pieces ?? 0),
          ]),
        ),
      })),
    );
    expect(types.map(({ type, orders, returned }) => [type, orders, returned])).toEqual([
      ['brake-disc', 2, 10],
      [null, 1, 0],
    ]);
  });

  it('has the best sellers, whose names are no formulas', async () => {
    const best: BestSeller[] = await get(`figures/best-sellers?${days}`);
    expect(best.map(({ name }) => name)).toEqual([formula, 'Pad']);
    expect(await rowsOf('best-sellers', days)).toEqual(
      best.map((its) => ({
        Product: its.name === formula ? `'${formula}` : its.name,
        Orders: String(its.orders),
        Pieces: String(its.pieces),
        Paid: money(its.paid),
        'Product id': its.productId,
      })),
    );
  });

  it('has the stock by how long it lasts', async () => {
    const { bands }: StockFigures = await get('figures/stock');
    expect(await rowsOf('supply')).toEqual(
      bands.map(({ band, parts, pieces, value }) => ({
        'Stock lasts': supplyBands[band],
        Parts: String(parts),
        Pieces: String(pieces),
        Value: money(value),
      })),
    );
    expect(bands.map(({ band }) => band)).toEqual(Object.keys(supplyBands) as SupplyBand[]);
  });

  it('has the dead stock, whose names are no formulas', async () => {
    const { dead }: StockFigures = await get('figures/stock');
    expect(await rowsOf('dead-stock')).toEqual([
      {
        Product: "'@SUM(A1:A9)",
        Pieces: '300',
        Value: '3750.00',
        'Last sold at': '',
        'Product id': dead[0]?.productId,
      },
    ]);
  });

  it('has the unpaid orders by age', async () => {
    const { unpaid }: { unpaid: { age: UnpaidAge; orders: number; total: number }[] } =
      await get('to-do');
    expect(await rowsOf('unpaid')).toEqual(
      unpaid.map(({ age, orders, total }) => ({
        Waiting: unpaidAges[age],
        Orders: String(orders),
        Total: money(total),
      })),
    );
    expect(unpaid[0]).toEqual({ age: 'hour', orders: 1, total: 5000 });
  });

  it('is for admins only', async () => {
    for (const file of figureFiles) {
      const guest = await shop.request('GET', addressOf(file));
      expect([guest.status, guest.body.error]).toEqual([401, 'sign_in_required']);
      const customer = await shop.request('GET', addressOf(file), { as: buyer });
      expect([customer.status, customer.body.error]).toEqual([403, 'not_allowed']);
    }
  });

  it.each(['orders', 'sales.csv', 'SALES', '__proto__', '%2e%2e%2fsales'])(
    'is not found as %s',
    async (file) => {
      const { status } = await shop.request('GET', addressOf(file), { as: admin });
      expect(status).toBe(404);
    },
  );

  it.each(['from=2026-11-31', 'from=2026-11-02&to=2026-11-01', 'from=2020-01-01&to=2026-01-01'])(
    'is refused for %s',
    async (query) => {
      const { status, body } = await shop.request('GET', addressOf('sales', query), { as: admin });
      expect([status, body.error]).toEqual([422, 'invalid_input']);
    },
  );
});
