import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });

/** Reads an address while a table is not there, as it fails when its rows are read. */
async function readWithout(table: string, url: string, headers: Record<string, string>) {
  await sql`alter table ${sql.table(table)} rename to gone`.execute(shop.db);
  try {
    const { statusCode, headers: sent, body } = await shop.app.inject({ url, headers });
    return { status: statusCode, headers: sent, body: JSON.parse(body) as object };
  } finally {
    await sql`alter table gone rename to ${sql.table(table)}`.execute(shop.db);
  }
}

const refused = {
  status: 500,
  body: { error: 'internal', message: expect.any(String), requestId: expect.any(String) },
  headers: {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-length': expect.any(String),
  },
};

test('a sitemap that fails before its first byte is a refusal, not packed JSON', async () => {
  await samplePart(shop.db);
  const url = '/sitemaps/parts-1.xml';
  // The limits of its files are remembered from now on.
  expect((await shop.app.inject({ url })).statusCode).toBe(200);
  const answer = await readWithout('parts', url, { 'accept-encoding': 'gzip' });
  expect(answer).toMatchObject(refused);
  expect(answer.headers).not.toHaveProperty('content-encoding');
});

test('an export that fails before its first byte is a refusal, and no file', async () => {
  const headers = { authorization: `Bearer ${admin.token}` };
  const url = '/api/admin/orders.csv';
  expect((await shop.app.inject({ url, headers })).headers).toHaveProperty('content-disposition');
  const answer = await readWithout('orders', url, headers);
  expect(answer).toMatchObject(refused);
  expect(answer.headers).not.toHaveProperty('content-disposition');
});
