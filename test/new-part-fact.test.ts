import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyFolder, emptyDatabaseFolder } from './database.ts';
import { plantTree, recipeFor, type PlantedTree, type Step } from './planted-tree.ts';

const inContract: Step = {
  file: 'contract/part-facts.ts',
  added: "  origin: { label: 'Origin', ...oneLine(60), input: z.optional(line(60, 0)) },\n",
  before: '  name: { label',
};

/** CONTRIBUTING's recipe for a new fact, followed for a part's country of origin; its own test is the last one here. */
const recipe: readonly Step[] = [
  inContract,
  {
    file: 'server/db/part-tables.ts',
    added: '  origin: Generated<string>;\n',
    before: '  price_cents: number;',
  },
  { file: 'server/parts/part-row.ts', added: "  'origin',\n", before: "  'price_cents'," },
  {
    file: 'server/parts/part-row.ts',
    added: '    origin: row.origin,\n',
    before: '    description: ',
  },
  {
    file: 'web/parts/part-facts.tsx',
    added: "  origin: { label: 'Origin', value: ({ origin }) => origin },\n",
    before: '  brand: {',
  },
];
const migration = "alter table parts add column origin text not null default '';\n";

/** Clients that know the origin, and one that does not, add and edit a part. */
const roundTrip = `
import { startShop } from '#test/harness.ts';
import { samplePicture } from '#test/samples.ts';
import { changesOf } from '#web/admin/audit/audit-words.ts';
import { newPartErrors, typedOf } from '#web/admin/parts/part-form.ts';

const shop = await startShop();
const as = await shop.person('Ada Admin', { role: 'admin' });
const facts = { name: 'Oil filter', image: await samplePicture(shop, as), description: 'Spin-on.', price: 4.5, orderQuantity: 100 };
const add = async (fact) =>
  (await shop.request('POST', '/api/part', { as, body: { ...facts, inStock: 500, ...fact } })).body.insertedId;
const edit = async (id, seen, fact) =>
  (await shop.request('PATCH', '/api/part/' + id, { as, body: { seen: { ...facts, ...seen }, facts: { ...facts, ...fact } } })).body;
const originOf = async (id) => (await shop.request('GET', '/api/parts/' + id)).body.origin;

const without = await originOf(await add({}));
const id = await add({ origin: ' Portugal ' });
const added = await originOf(id);
const unaware = [await edit(id, {}, { name: 'Filter' }), await originOf(id)];
const aware = [await edit(id, { name: 'Filter', origin: 'Portugal' }, { name: 'Filter', origin: 'Spain' }), await originOf(id)];
const stale = await edit(id, { name: 'Filter', origin: 'Portugal' }, { origin: 'Italy' });
const [entry] = (await shop.request('GET', '/api/admin/audit?limit=1', { as })).body;
const emptied = [await edit(id, { name: 'Filter', origin: 'Spain' }, { name: 'Filter', origin: '' }), await originOf(id)];
await shop.close();
const typed = typedOf({ ...facts, inStock: 500 });
process.stdout.write(JSON.stringify({
  without, added, unaware, aware, changed: stale.changed, emptied,
  logged: changesOf(entry.before, entry.after),
  errors: [newPartErrors(typed) ?? null, newPartErrors({ ...typed, origin: 'x'.repeat(61) })],
}));
`;

let tree: PlantedTree;

beforeAll(() => {
  tree = plantTree([
    'contract',
    'server/parts/*store.ts',
    'server/parts/*handlers.ts',
    'web/parts',
    'web/admin',
  ]);
});

afterAll(() => tree.remove());

// In order: each test continues with the tree of the one before.
describe('a new fact of a part', { timeout: 180_000 }, () => {
  test('does not compile while it is only in the contract: the compiler names the places it misses', async () => {
    tree.follow(inContract);
    const output = await tree.compile();
    for (const place of ['server/parts/part-row.ts', 'web/parts/part-facts.tsx'])
      expect(output).toContain(place);
    expect(output).toContain('origin');
  });

  test('needs the files that CONTRIBUTING names, and no other', async () => {
    const text = recipeFor('a fact of a part');
    const files = new Set(recipe.map(({ file }) => file));
    for (const file of files) expect(text).toContain(`\`${file}\``);
    // With the migration and the test.
    expect(files.size + 2).toBeLessThanOrEqual(6);

    for (const step of recipe.filter((each) => each !== inContract)) tree.follow(step);
    tree.write('server/db/migrations/9999_part_origin.sql', migration);
    expect(await tree.compile()).toBe('');
  });

  test('is then stored, kept, compared, written down and said in words', async () => {
    tree.write('test/round-trip.ts', roundTrip);
    const empty = await emptyDatabaseFolder();
    copyFolder(empty, path.join(tree.temporary, path.basename(empty)));
    const done = { acknowledged: true };
    expect(JSON.parse(await tree.node('test/round-trip.ts'))).toEqual({
      without: '',
      added: 'Portugal',
      unaware: [done, 'Portugal'],
      aware: [done, 'Spain'],
      changed: { origin: { was: 'Portugal', is: 'Spain' } },
      emptied: [done, ''],
      logged: [{ name: 'Origin', was: 'Portugal', is: 'Spain' }],
      errors: [null, { origin: 'Must be one line of at most 60 characters.' }],
    });
  });
});
