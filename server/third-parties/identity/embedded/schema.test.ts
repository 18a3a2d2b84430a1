import { getMigrations } from 'better-auth/db/migration';
import { jwt } from 'better-auth/plugins/jwt';
import { expect, it } from 'vitest';
import { secondFactor } from './second-factor-plugin.ts';
import { useShop } from '#test/use-shop.ts';

const shop = await useShop();

const wantedIn = (schemaName: string) =>
  getMigrations({
    secret: 'x'.repeat(40),
    database: { db: shop.db, type: 'postgres', schemaName },
    logger: { disabled: true },
    plugins: [jwt(), secondFactor()],
  });

it('has every table, column and index Better Auth asks for', async () => {
  expect(await wantedIn('identity')).toMatchObject({
    toBeCreated: [],
    toBeAdded: [],
    toBeAddedIndexes: [],
    unsafeChanges: [],
    schemaProblems: [],
  });
  // Where its tables are not, the same question names all of them.
  expect(
    (await wantedIn('google_sandbox')).toBeCreated.map(({ table }) => table).toSorted(),
  ).toEqual(['account', 'jwks', 'session', 'twoFactor', 'user', 'verification']);
});
