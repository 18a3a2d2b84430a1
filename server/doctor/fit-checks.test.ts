import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { buyersOf } from '#test/buyers.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import { useShop } from '#test/use-shop.ts';
import type { Database } from '#server/shop.ts';
import { examineBooks } from './examine.ts';
import { repair } from './repair.ts';

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

/** The checks that find the part while `spoil` is done to it; afterwards it is as before. */
async function brokenAfter(spoil: string): Promise<readonly string[]> {
  let broken: string[] = [];
  const undone = new Error('undone');
  await shop.db
    .transaction()
    .execute(async (tx: Database) => {
      for (const statement of spoil.split(';')) await sql.raw(statement).execute(tx);
      const { cards, clock, paymentMark } = shop;
      const facts = { db: tx, cards, clock, paymentMark, orderHoldHours: 72 };
      broken = (await examineBooks(facts))
        .filter(({ rows }) => rows?.some(({ id }) => id === part))
        .map(({ check }) => check.id);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return broken;
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
