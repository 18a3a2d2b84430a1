// What bench:size asks: a list that it forgets is one of which nobody knows how it is in a large shop.
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { calls, type CallName } from '#contract/api.ts';
import { DoctorReport } from '#contract/doctor.ts';
import { freshDatabase } from '#test/database.ts';
import type { Person } from '#test/harness.ts';
import { useShop } from '#test/use-shop.ts';
import { makeLargeShop } from './large-shop.ts';
import { largeCustomer, makeLaterLists, makeLongLists } from './long-lists.ts';
import type { Asker, Question } from './question.ts';
import { lookAround, questionsTo, type Known } from './size-questions.ts';

/** Calls that read, and why they are no question. */
const notAsked: Readonly<Partial<Record<CallName, string>>> = {
  getSession: 'a session of a browser, of which the callers have none',
  getIdentityToken: 'the same',
  getSignInWays: 'the same',
  listSessions: 'the same',
  getAccountData: 'ten times in ten minutes at most',
  getReturnPicture: 'a file of one picture',
  exportCatalogue: 'a file of all parts, which takes minutes: bench:import reads and writes them',
  exportCatalogueSheet: 'the same',
  exportImportFaults: 'a file of a whole list, which is asked for by pages',
  exportBook: 'a file of a whole month, which is asked for by pages',
};

/** A shop is filled and asked four hundred questions, which takes a busy machine minutes. */
const busyMs = 600_000;
const database = await freshDatabase();
const shop = await useShop({ database });
const askers: Partial<Record<Asker, Person>> = {};
let questions: readonly Question[] = [];
let vehicles: Known['vehicles'] = [];

beforeAll(async () => {
  const size = { parts: 200, orders: 1000 };
  await makeLargeShop(shop, database.pool, size, () => undefined);
  await makeLongLists(shop.db, size.orders);
  // Twice, as in a shop that is kept.
  await makeLaterLists(shop.db);
  await makeLaterLists(shop.db);
  const known = await lookAround(shop.db);
  questions = await questionsTo(shop.db, known);
  vehicles = known.vehicles;
  askers.admin = await shop.person('Ada Admin', { role: 'admin' });
  const customer = await shop.person('Wholesale Customer');
  const { id } = await shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', largeCustomer.email)
    .executeTakeFirstOrThrow();
  const tokens = shop.db.updateTable('access_tokens').set({ user_id: id });
  await tokens.where('user_id', '=', customer.userId).execute();
  askers.customer = customer;
}, busyMs);

/** Those that read, of one thing after those without: `/parts/count` is no part. */
const reading = Object.entries(calls)
  .filter(([, { method }]) => method === 'GET')
  .map(([name, { path }]) => ({ name, path }))
  .toSorted((one, other) => placesIn(one.path) - placesIn(other.path));

function placesIn(path: string): number {
  return path.split('{').length;
}

/** The call of an address; undefined for that of a page. */
function callOf(address: string): string | undefined {
  const [asked = ''] = address.split('?');
  const isOf = (path: string) =>
    new RegExp(`^/api${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return reading.find(({ path }) => isOf(path).test(asked))?.name;
}

test('each address can be sent as it is: a blank would end it', () => {
  const addresses = questions.map(({ address }) => address(0));
  expect(addresses.filter((address) => /[^!-~]/.test(address))).toEqual([]);
});

test('every call that reads is asked, or it is said why not', () => {
  const asked = new Set(questions.map(({ address }) => callOf(address(0))));
  const names = reading.map(({ name }) => name);
  expect(names.filter((name) => !asked.has(name)).toSorted()).toEqual(
    Object.keys(notAsked).toSorted(),
  );
});

test('no two questions have the same name', () => {
  const names = questions.map(({ name }) => name);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test(
  'each question of a call is answered with 200',
  async () => {
    const refused: string[] = [];
    for (const { name, by, address } of questions.filter(({ page }) => page === undefined)) {
      const as = askers[by];
      const { status } = await shop.request('GET', address(1), as && { as });
      if (status !== 200) refused.push(`${name}: ${status} of ${address(1)}`);
    }
    expect(refused).toEqual([]);
  },
  busyMs,
);

test("the doctor's page, which is asked, has something to show", async () => {
  const { body } = await shop.request('GET', '/api/admin/doctor', { as: askers.admin! });
  expect(body.checkedAt).not.toBeNull();
  expect(body.checks.length).toBeGreaterThan(0);
  expect(z.safeParse(DoctorReport, body).error).toBeUndefined();
});

test(
  'the addresses of the pages of vehicles lead to no others',
  async () => {
    for (const vehicle of vehicles.slice(0, 20)) {
      const query = new URLSearchParams({ ...vehicle, year: String(vehicle.year) });
      const { body } = await shop.request('GET', `/api/vehicle-pages?${query}`);
      const { make, model, year, category } = body;
      const own = { make: make.slug, model: model.slug, year, category: category.slug };
      expect(own).toEqual(vehicle);
    }
  },
  busyMs,
);
