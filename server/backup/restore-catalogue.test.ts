import { rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { honest } from '#test/attack-pictures.ts';
import { backUpInto, embedded, restoreInto } from '#test/backup-homes.ts';
import { freshDataDir, temporaryFolder } from '#test/database.ts';
import { startShop } from '#test/harness.ts';
import { checkedList, step } from '#test/import-files.ts';
import { placeBatch } from '#test/place-batch.ts';
import { sendPicture } from '#test/sample-return-requests.ts';
import { samplePart, samplePicture } from '#test/samples.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Of these tables the drill (test/restore-drill.test.ts) compares rows, or a restored shop begins anew with them. */
const elsewhere = new Set([
  'access_tokens',
  'disputes',
  'fit_counts',
  'fit_votes',
  'idempotency_keys',
  'mail_outbox',
  'order_events',
  'order_networks',
  'orders',
  'page_files',
  'payment_lines',
  'payments',
  'refunds',
  'reviews',
  'security_events',
  'shipments',
  'shop_facts',
  'unbooked_payments',
]);

const folder = temporaryFolder('catalogue');
let source: string;
beforeAll(async () => {
  source = await freshDataDir();
  await fillCatalogue(source);
});
afterAll(() => {
  for (const one of [folder, source]) rmSync(one, { recursive: true, force: true });
});

/** Makes an empty shop one with rows in every table of the catalogue, the imports, the search and the settings. */
async function fillCatalogue(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, relaxedSync: true });
  await storeTaxonomy(database.db);
  const shop = await startShop({ database });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  const image = await samplePicture(shop, admin);
  const list = `Their no,Part number,Name,Brand,Part type,Price,In stock,OE,Make,Model,Years,Image,Further picture
S-1,C-1,Disc,Brakkenfeld,Brake disc,4.20,900,1K0 615 301,VW,Golf,2003,${image},${image}
S-2,C-2,Pad,Brakkenfeld,,on request,,,,,,,
`;
  const options = { supplier: 'Halvorsted', fields: { 'Their no': 'supplierNumber' } };
  const applied = await checkedList(shop, admin, list, options);
  await step(shop, admin, applied._id, 'apply');
  const { id: disc } = await shop.db
    .selectFrom('parts')
    .select('id')
    .where('name', '=', 'Disc')
    .executeTakeFirstOrThrow();
  const placed = await placeBatch(shop, admin, [[disc, 900]]);
  const [order] = placed.body.orders;
  await shop.pay(admin, order._id);
  const receipt = `/api/documents/receipt/${order._id}`;
  expect((await shop.request('GET', receipt, { as: admin })).body.number).toBe('R-2026-000001');
  await shop.request('PATCH', `/api/order/${order._id}`, {
    as: admin,
    body: { status: 'shipped' },
  });
  const returned = await shop.request('POST', `/api/orders/${order._id}/returns`, {
    as: admin,
    body: { reason: 'damaged', quantity: 1 },
  });
  const file = await honest('png', 64, 48);
  await sendPicture(shop, admin, { returnId: returned.body.insertedId, file });
  // One that waits: its keys and pictures are still wanted.
  await checkedList(
    shop,
    admin,
    'Part number,Name,Price,Image\nC-3,Pad,1.00,https://pictures.example/a.jpg\n',
  );
  const made = await Promise.all([
    shop.request('POST', '/api/admin/synonyms', {
      as: admin,
      body: { word: 'rotor', means: 'disc' },
    }),
    shop.request('POST', '/api/admin/vehicles', {
      as: admin,
      body: { make: 'Skoda', model: 'Octavia', yearFrom: 2013, yearTo: 2020 },
    }),
    shop.request('PUT', '/api/admin/settings/sale-banner', {
      as: admin,
      body: { seen: shop.settings.current.saleBanner, value: null },
    }),
    shop.request('PUT', '/api/order-list', {
      as: admin,
      body: { lines: [{ number: 'C-1', quantity: 100 }], version: 0 },
    }),
    shop.request('PUT', `/api/my-lists/${disc}`, {
      as: admin,
      body: { name: 'Weekly', lines: [{ number: 'C-1', quantity: 100 }] },
    }),
    shop.request('PUT', `/api/my-addresses/${disc}`, {
      as: admin,
      body: { name: 'Yard', address: '12 Dock Road', phone: '1', isDefault: true },
    }),
    shop.request('PUT', '/api/admin/weekly-figures', { as: admin, body: { wanted: true } }),
    shop.request('POST', '/api/my-vehicles', {
      as: admin,
      body: { vehicles: [{ make: 'Volkswagen', model: 'Golf', year: 2015, name: 'Van 3' }] },
    }),
  ]);
  made.push(
    await shop.request('POST', '/api/admin/vehicle-names', {
      as: admin,
      body: { make: 'VW', model: 'O3', meansMake: 'Volkswagen', meansModel: 'Golf' },
    }),
  );
  const soldOut = { partNumber: 'C-9', inStock: 0 };
  made.push(
    await shop.request('POST', `/api/parts/${await samplePart(shop.db, soldOut)}/back-in-stock`, {
      as: admin,
    }),
  );
  expect(made.map(({ status }) => status)).toEqual(Array(10).fill(200));
  await sql`insert into empty_searches (day, text, searches) values ('2026-11-19', 'ufo', 3)`.execute(
    shop.db,
  );
  await sql`insert into fitment_faults (part_id, kind, details) values (${disc}, 'no vehicle', '')`.execute(
    shop.db,
  );
  const run = await shop.request('POST', '/api/admin/doctor/runs', { as: admin });
  expect(run.status).toBeLessThan(300);
  // Dead stock, which the minutely work counts, beside the sums of what was sold.
  await samplePart(shop.db, { partNumber: 'C-8', createdAt: new Date('2025-01-01') });
  await shop.everyMinute();
  await sql`insert into indexed_types (type_id, made_of) values ('brake-disc', 'Brake disc')
    on conflict do nothing`.execute(shop.db);
  await shop.close();
}

/** The rows of each of the shop's tables, as texts in one order. */
async function rowsOf(dataDir: string): Promise<Map<string, readonly string[]>> {
  const { pool, close } = await openDatabase({ dataDir, relaxedSync: true });
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and relname not like 'kysely%' order by relname`,
  );
  const read = new Map<string, readonly string[]>();
  for (const { name } of tables) {
    const text = `select t::text as row from ${name} t order by 1`;
    const { rows } = await pool.query<{ row: string }>(text);
    read.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  await close();
  return read;
}

test('a restored shop has every row of its catalogue, its imports, its search and its settings', async () => {
  const before = await rowsOf(source);
  const kept = [...before].filter(([name]) => !elsewhere.has(name));
  // A new table needs a row here, or a place in the list above.
  expect(kept.filter(([, rows]) => rows.length === 0)).toEqual([]);
  // The picture has no file, which a backup says by its status.
  const { file } = await backUpInto(path.join(folder, 'whole.backup'), embedded(source), 3);
  const target = path.join(folder, 'restored');
  await restoreInto(embedded(target), file);
  const after = await rowsOf(target);
  for (const [name, rows] of kept) expect([name, after.get(name)]).toEqual([name, rows]);
});
