import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { buyersOf } from '#test/buyers.ts';
import { expectInvariants } from '#test/invariants.ts';
import { partEditor } from '#test/part-editor.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Database } from '#server/shop.ts';
import { checkFitments } from '#server/vehicles/check-fitments.ts';
import { countClaims } from '#server/vehicles/count-claims.ts';
import type { Finding } from './check.ts';
import { examineBooks } from './examine.ts';
import { repair } from './repair.ts';
import { atOnce, inSlices, sizesOn, type Walk } from './walk.ts';

const shop = await useShop();
const part = await samplePart(shop.db, { inStock: 10_000 });
const people = buyersOf(shop);
const tacoma = {
  make: 'Toyota',
  model: 'Tacoma',
  year: 2010,
  engine: '',
  verdict: 'fits',
} as const;
const [one] = await people.say(part, 1, tacoma);
const other = await people.buyer(part);
await people.review(other, [{ ...tacoma, verdict: 'does not fit' }]);

/** What the doctor finds while `spoil` is done; afterwards everything is as before. */
async function findingsAfter(spoil: string, walk: Walk = atOnce): Promise<readonly Finding[]> {
  let findings: readonly Finding[] = [];
  const undone = new Error('undone');
  await shop.db
    .transaction()
    .execute(async (tx: Database) => {
      for (const statement of spoil.split(';')) await sql.raw(statement).execute(tx);
      const { cards, clock, paymentMark } = shop;
      const facts = { db: tx, cards, clock, paymentMark, orderHoldHours: 72 };
      findings = await examineBooks(facts, { walk });
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return findings;
}

/** The checks that find a part while `spoil` is done to it. */
async function brokenAfter(spoil: string, about = part): Promise<readonly string[]> {
  return (await findingsAfter(spoil))
    .filter(({ rows }) => rows?.some(({ id }) => id === about))
    .map(({ check }) => check.id);
}

it('the doctor finds nothing in votes that buyers gave', async () => {
  await expectInvariants(shop);
  expect(await brokenAfter('select 1')).toEqual([]);
});

it.each<[name: string, spoil: string, check: string]>([
  [
    "somebody else's order",
    `update fit_votes set user_id = '${other.person.userId}', year = 2011 where order_id = '${one?.order}'`,
    'I14-votes',
  ],
  [
    'an order that is not paid',
    `alter table orders disable trigger user; update orders set paid_at = null, state = 'unpaid', transaction_id = null where id = '${one?.order}'`,
    'I14-votes',
  ],
  ['no review', `delete from reviews where order_id = '${one?.order}'`, 'I14-votes'],
  ['a vote that is gone', `delete from fit_votes where order_id = '${one?.order}'`, 'I14-counts'],
  [
    'a vote that was changed',
    `update fit_votes set verdict = 'with changes' where order_id = '${one?.order}'`,
    'I14-counts',
  ],
  [
    'a review that was hidden by a copy from before',
    `update reviews set hidden_at = now() where order_id = '${one?.order}'`,
    'I14-counts',
  ],
])('the doctor names a part with votes of %s', async (_name, spoil, check) => {
  expect(await brokenAfter(spoil)).toContain(check);
});

describe('where as many votes count as were counted, but others', async () => {
  const parts = await partEditor(shop, 'FIT');
  const fitment = (model: string) => ({ make: 'Toyota', model, yearFrom: 2005, yearTo: 2015 });
  const two = await parts.added({
    inStock: 10_000,
    fitments: [fitment('Tacoma'), fitment('Tundra')],
  });
  await people.say(two, 1, tacoma);
  const [hidden] = await people.say(two, 1, { ...tacoma, model: 'Tundra' });
  await sql`update reviews set hidden_at = now() where order_id = ${hidden?.order}`.execute(
    shop.db,
  );
  await inTransaction(shop.db, (tx) => countClaims(tx, shop, two));
  await checkFitments(shop);
  const swapped = `update reviews set hidden_at = case when hidden_at is null then now() end where part_id = '${two}'`;

  it('the doctor names the part', async () => {
    expect(await brokenAfter('select 1', two)).toEqual([]);
    expect(await brokenAfter(swapped, two)).toEqual(['I14-counts']);
    expect(await brokenAfter(`update fit_counts set doubted = 'x'`, two)).toEqual(['I14-counts']);
  });

  it('but not while a change of its facts waits, with which it is counted', async () => {
    const waiting = `update parts set fitments_as_of = null where id = '${two}'`;
    expect(await brokenAfter(`${swapped}; ${waiting}`, two)).toEqual([]);
    expect(
      await brokenAfter(`${waiting}; update fit_counts set fits = 2 where part_id = '${two}'`, two),
    ).toEqual(['I14-counts']);
  });

  it('the doctor counts again for whom they are', async () => {
    const claimed = async () => (await parts.part(two)).claims;
    expect(await claimed()).toMatchObject([{ model: 'Tacoma', yes: 1 }]);
    await sql.raw(swapped).execute(shop.db);
    await repair(shop, await examineBooks(shop));
    expect(await claimed()).toMatchObject([{ model: 'Tundra', yes: 1 }]);
    await expectInvariants(shop);
  });
});

it.each<[string, Walk]>([
  ['at once', atOnce],
  ['in slices', inSlices(async () => undefined, sizesOn.server)],
])('the doctor names each of more parts than are in memory at a time, %s', async (_how, walk) => {
  const findings = await findingsAfter(
    `insert into parts (id, name, description, image, price_cents, order_quantity, in_stock, created_at, updated_at)
      select gen_random_uuid(), 'Counted wrongly', '', '', 100, 1, 0, now(), now() from generate_series(1, 620);
    insert into fit_counts (part_id, misfits) select id, 1 from parts where name = 'Counted wrongly'`,
    walk,
  );
  const rows = findings.find(({ check }) => check.id === 'I14-counts')?.rows ?? [];
  expect(new Set(rows.map(({ id }) => id)).size).toBe(620);
});

it('the doctor counts again what is counted wrongly', async () => {
  await sql`update fit_counts set fits = 7, claims = '[]' where part_id = ${part}`.execute(shop.db);
  const findings = await examineBooks(shop);
  expect(await repair(shop, findings)).toEqual([
    {
      checkId: 'I14-counts',
      rowId: part,
      done: true,
      sentence: 'What buyers say of its vehicles is counted again.',
    },
  ]);
  await expectInvariants(shop);
});
