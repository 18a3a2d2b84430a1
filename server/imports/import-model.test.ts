import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { errors } from '#contract/errors.ts';
import type { ImportFault } from '#contract/imports.ts';
import { startShop } from '#test/harness.ts';
import { catalogueFacts, checkedList, step } from '#test/import-files.ts';
import { expectInvariants } from '#test/invariants.ts';

const shop = await startShop();
const admin = await shop.person('Ada Admin', { role: 'admin' });
afterAll(() => shop.close());

const number = fc.integer({ min: 0, max: 7 }).map((n) => `P-${n}`);

const cell = (...values: string[]) => fc.constantFrom('', ...values);
const row = fc.tuple(
  number,
  cell('Disc', 'Drum', '=SUM(A1)'),
  cell('1.00', '1.20', '2.50', 'free', '0.001'),
  cell('0', '100', '5000', '-1'),
  cell('100', '200', '0'),
  cell('Bosal', 'BOSAL', 'Ate'),
  cell('A 1', 'B-2, C3'),
  cell('400', '401', '402'),
  cell('P-1', 'P-5', 'P-99'),
  cell('yes', 'no'),
  cell('VW', 'Audi'),
);
const head =
  'Part number,Name,Price,In stock,Minimum order quantity,Brand,OE,Barcode,Replaced by,Deleted,Make,Model,Years\n';
const fileOf = (rows: readonly string[][]) =>
  head +
  rows
    .map((cells) => {
      const make = cells.at(-1) ?? '';
      const vehicle = make === '' ? ['', ''] : ['X', '2001-2003'];
      return `${[...cells, ...vehicle].map((one) => `"${one}"`).join(',')}\n`;
    })
    .join('');
const file = fc.array(row, { minLength: 1, maxLength: 14 }).map(fileOf);

it('any file on any catalogue does what its check said, a second time nothing, and undone leaves what was there', async () => {
  await fc.assert(
    fc.asyncProperty(file, fc.constantFrom('keep', 'archive'), async (list, missing) => {
      shop.clock.advance(1000);
      const before = await state();
      const settings = { missing, lists: 'replace' } as const;
      const checked = await checkedList(shop, admin, list, { settings });
      expect(checked.state).toBe('checked');
      expect(await state()).toEqual(before);
      const applied = await step(shop, admin, checked._id, 'apply');
      expect(applied.done).toEqual(checked.found);
      const again = await checkedList(shop, admin, list, { settings });
      expect(again.found.archived).toBe(0);
      // But for rows with a barcode that another part had until this file gave it another one.
      expect(again.found.added + again.found.changed).toBeLessThanOrEqual(
        await refusedForNumbers(checked._id),
      );
      // Every other one stays, so that the next meets what it left.
      if (list.length % 2 === 0) return;
      const undone = await step(shop, admin, checked._id, 'undo');
      expect([undone.state, undone.notUndone]).toEqual(['undone', 0]);
      expect(await state()).toEqual(before);
    }),
    { numRuns: 40 },
  );
  await expectInvariants(shop);
});

/** How many rows a list has whose number was another part's when it was checked. */
async function refusedForNumbers(id: string): Promise<number> {
  const { body } = await shop.request('GET', `/api/admin/imports/${id}/faults?limit=100`, {
    as: admin,
  });
  return (body as ImportFault[]).filter(({ reason }) => reason === errors.number_taken[1]).length;
}

/** All that is known of parts on sale, and how many there are of each. */
async function state(): Promise<unknown> {
  const stock = await shop.db
    .selectFrom('parts')
    .select(['id', 'in_stock'])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .execute();
  return [await catalogueFacts(shop), stock];
}
