import { expect, it } from 'vitest';
import { sql } from 'kysely';
import { dayMs, minuteMs } from '#contract/durations.ts';
import type { EmptySearch } from '#contract/search.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();
const admin = await shop.person('Grace', { role: 'admin', tokenHours: 10_000 });

const listed = async (): Promise<EmptySearch[]> =>
  (await shop.request('GET', '/api/admin/empty-searches', { as: admin })).body;
const dayOf = (daysAgo: number) =>
  new Date(shop.clock.now().getTime() - daysAgo * dayMs).toISOString().slice(0, 10);

/** Somebody looked for these so often, so many days ago. */
async function lookedFor(daysAgo: number, texts: Record<string, number>): Promise<void> {
  for (const [text, searches] of Object.entries(texts))
    await sql`insert into empty_searches (day, text, searches) values (${dayOf(daysAgo)}::date, ${text}, ${searches})`.execute(
      shop.db,
    );
}

const isSummed = async () =>
  (await sql`select from empty_search_sums`.execute(shop.db)).rows.length;

it('what was not found is the same before and after its days are summed up, and has what is not found now', async () => {
  await lookedFor(89, { ufo: 3, gone: 9 });
  await lookedFor(2, { ufo: 2, rotor: 5 });
  await lookedFor(0, { rotor: 1, wing: 6 });
  const right = [
    { text: 'gone', searches: 9, lastDay: dayOf(89) },
    { text: 'rotor', searches: 6, lastDay: dayOf(0) },
    { text: 'wing', searches: 6, lastDay: dayOf(0) },
    { text: 'ufo', searches: 5, lastDay: dayOf(2) },
  ];
  expect([await listed(), await isSummed()]).toEqual([right, 0]);
  await shop.everyMinute();
  expect([await listed(), await isSummed()]).toEqual([right, 3]);
  await lookedFor(0, { ufo: 5, new: 1 });
  expect(await listed()).toEqual([
    { text: 'ufo', searches: 10, lastDay: dayOf(0) },
    ...right.slice(0, 3),
    { text: 'new', searches: 1, lastDay: dayOf(0) },
  ]);
});

it('a text that is not among the first of the days before is, with what is not found today', async () => {
  await sql`insert into empty_searches (day, text, searches)
    select ${dayOf(1)}::date, 'word ' || n, 1000 - n from generate_series(1, 600) n`.execute(
    shop.db,
  );
  await sql`delete from empty_search_sums`.execute(shop.db);
  await shop.everyMinute();
  await lookedFor(0, { 'word 600': 700 });
  const first = await listed();
  expect(first.slice(0, 2)).toEqual([
    { text: 'word 600', searches: 1100, lastDay: dayOf(0) },
    { text: 'word 1', searches: 999, lastDay: dayOf(1) },
  ]);
  expect(first.map(({ text }) => text)).toHaveLength(500);
  await sql`delete from empty_search_sums`.execute(shop.db);
  expect(await listed()).toEqual(first);
});

it('a day that is over counts until the next is summed up, and the ninety-first is forgotten at midnight', async () => {
  await sql`delete from empty_searches where text like 'word %'`.execute(shop.db);
  const midnight = Math.ceil(shop.clock.now().getTime() / dayMs) * dayMs;
  const texts = async () => (await listed()).map(({ text, searches }) => `${text} ${searches}`);
  shop.clock.advance(midnight - shop.clock.now().getTime() - 1);
  await sql`delete from empty_search_sums`.execute(shop.db);
  await shop.everyMinute();
  expect(await texts()).toEqual(['ufo 10', 'gone 9', 'rotor 6', 'wing 6', 'new 1']);
  shop.clock.advance(dayMs);
  const later = ['ufo 7', 'rotor 6', 'wing 6', 'new 1'];
  expect(await texts()).toEqual(['ufo 10', 'gone 9', ...later.slice(1)]);
  shop.clock.advance(1);
  expect(await texts()).toEqual(later);
  await shop.everyMinute();
  // Somebody who asked before midnight.
  await lookedFor(1, { late: 3 });
  expect(await texts()).toEqual([...later.slice(0, 3), 'late 3', 'new 1']);
  shop.clock.advance(10 * minuteMs);
  await shop.everyMinute();
  expect(await texts()).toEqual([...later.slice(0, 3), 'late 3', 'new 1']);
  expect(await isSummed()).toBe(5);
});

it('a search that a vehicle puts in order is counted, one that it narrows is not', async () => {
  const ask = async (query: string) =>
    expect((await shop.request('GET', `/api/search?${query}`)).body.total.count).toBe(0);
  await ask('q=flux+capacitor&make=Ford&model=Focus&year=2015&fit=first');
  await ask('q=flux+ring&make=Ford&model=Focus&year=2015');
  const texts = (await listed()).map(({ text }) => text);
  expect(texts).toContain('flux capacitor');
  expect(texts).not.toContain('flux ring');
});

it('a search for a VIN with a character missing is answered and not counted', async () => {
  const { status } = await shop.request('GET', '/api/search?q=1HGCM82633A00435');
  expect(status).toBe(200);
  await shop.request('GET', '/api/search?q=flux+rotor');
  const texts = (await listed()).map(({ text }) => text);
  expect(texts).toContain('flux rotor');
  expect(texts).not.toContain('1hgcm82633a00435');
});
