import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop } from '#test/harness.ts';
import { catalogueFacts, checkedList, importOf, step, uploadList } from '#test/import-files.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart, samplePicture } from '#test/samples.ts';

const german = `Artikelnummer;Bezeichnung;Hersteller;Teileart;Preis;Bestand;Mindestmenge;OE-Nummer;EAN;Automarke;Modell;Baujahr
0012-A;Bremsscheibe vorn;Brakkenfeld;Bremsscheibe;1.234,50;500;2;"1K0 615 301 AA, VW: 1K0615301";4006633315604;VW;Golf;2003-2008
0012-A;;;;;;;;;VW;Passat;2005-2010
0013;Ölfilter;BRAKKENFELD;Ölfilter;4,50;9000;100;;;;;
`;

describe.each(engines)('a file of parts on the %s engine', async (engine) => {
  const database = await databaseOn(engine);
  await storeTaxonomy(database.db);
  const shop = await startShop({ database });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  const ana = await shop.person('Ana Buyer');
  afterAll(() => shop.close());
  const get = async (url: string) => (await shop.request('GET', `/api${url}`, { as: admin })).body;
  const faultsOf = (id: string) => get(`/admin/imports/${id}/faults`);
  const partOf = async (number: string) =>
    get(`/parts/${(await get(`/parts?q=${number}`))[0]?._id}`);

  it('changes nothing while it is uploaded and checked', async () => {
    const before = await everything();
    const { found, state } = await checkedList(shop, admin, german, { supplier: 'Halvorsted' });
    expect({ state, ...found }).toEqual({
      state: 'checked',
      rows: 3,
      added: 2,
      changed: 0,
      same: 0,
      archived: 0,
      refused: 0,
    });
    expect(await everything()).toEqual(before);
  });

  it('becomes parts with type, numbers and vehicles of several rows, and stock by the ledger', async () => {
    const { _id } = await checkedList(shop, admin, german, { supplier: 'Halvorsted' });
    const { state, done } = await step(shop, admin, _id, 'apply');
    expect([state, done.added, done.refused]).toEqual(['applied', 2, 0]);
    expect(await partOf('0012A')).toMatchObject({
      name: 'Bremsscheibe vorn',
      description: 'Bremsscheibe vorn',
      partNumber: '0012-A',
      brand: 'Brakkenfeld',
      type: 'brake-disc',
      category: 'braking',
      price: 1234.5,
      orderQuantity: 2,
      inStock: 500,
      image: '/pictures/no-picture.svg',
      numbers: [
        { kind: 'oe', number: '1K0 615 301 AA', maker: '' },
        { kind: 'oe', number: '1K0615301', maker: 'VW' },
        { kind: 'barcode', number: '4006633315604', maker: '' },
      ],
      fitments: [
        // In the shop's spelling of the make.
        { make: 'Volkswagen', model: 'Golf', yearFrom: 2003, yearTo: 2008 },
        { make: 'Volkswagen', model: 'Passat', yearFrom: 2005, yearTo: 2010 },
      ],
    });
    // The first spelling of a brand wins.
    expect((await partOf('0013')).brand).toBe('Brakkenfeld');
    await expectInvariants(shop);
  });

  it('that is imported a second time is the same', async () => {
    const { found } = await checkedList(shop, admin, german, { supplier: 'Halvorsted' });
    expect([found.same, found.changed, found.added]).toEqual([2, 0, 0]);
  });

  it("finds parts by the supplier's own number, which it remembers with its columns", async () => {
    const first = 'Their no,Part number,Name,Price\nS-77,SN 1,Wiper,5.00\n';
    const fields = { 'Their no': 'supplierNumber' };
    const options = { supplier: 'Nordwerk', fields };
    await step(shop, admin, (await checkedList(shop, admin, first, options))._id, 'apply');
    const second = 'their NO;Price\ns77;6,00\n';
    const checked = await checkedList(shop, admin, second, { supplier: 'NORDWERK' });
    expect(checked.columns.map(({ field }) => field)).toEqual(['supplierNumber', 'price']);
    expect(checked.found).toMatchObject({ changed: 1, added: 0 });
    await step(shop, admin, checked._id, 'apply');
    expect((await partOf('SN1')).price).toBe(6);
    const others = await checkedList(shop, admin, second, {
      supplier: 'Somebody else',
      fields: { 'their NO': 'supplierNumber' },
    });
    expect(others.found).toMatchObject({ changed: 0, refused: 1 });
  });

  it('puts rows of a part together however far apart they are, and whatever number leads on', async () => {
    const fillers = Array.from({ length: 1100 }, (_, n) => [`FAR-X${n}`, '', 'A', '1.00', '', '']);
    const rows = [
      ['FAR-1', '', 'Far', '1.00', '', ''],
      ...fillers.slice(0, 1000),
      ['FAR-1', 'S-FAR', '', '', 'Tesla', 'Model 3', '2019-2023'],
      ...fillers.slice(1000),
      ...fillers,
      ['', 'S-FAR', '', '', 'Tesla', 'Model S', '2019-2023'],
    ];
    const header = 'Part number,Supplier number,Name,Price,Make,Model,Years';
    const file = [header, ...rows.map((row) => row.join(','))].join('\n');
    const { found } = await checkedList(shop, admin, file, { supplier: 'Far' });
    expect(found).toMatchObject({ rows: 2203, added: 1101, refused: 0 });
  });

  it('sets stock to a number beside orders of meanwhile, or changes it, and never below zero', async () => {
    const part = await samplePart(shop.db, { partNumber: 'STOCK-1', inStock: 1000 });
    const set = await checkedList(shop, admin, 'Part number,In stock\nSTOCK-1,300\n');
    await shop.order(ana, part, 200);
    await step(shop, admin, set._id, 'apply');
    expect((await get(`/parts/${part}`)).inStock).toBe(300);
    const change = await checkedList(shop, admin, 'Part number,Stock change\nSTOCK-1,-100\n');
    await step(shop, admin, change._id, 'apply');
    expect((await get(`/parts/${part}`)).inStock).toBe(200);
    const ledger = await get(`/admin/parts/${part}/stock`);
    expect(ledger.map(({ change: c, reason, note }: never) => [c, reason, note])).toEqual(
      expect.arrayContaining([
        [-500, 'adjustment', 'Import of parts.csv'],
        [-100, 'adjustment', 'Import of parts.csv'],
      ]),
    );
    const late = await checkedList(shop, admin, 'Part number,Stock change\nSTOCK-1,-150\n');
    await shop.order(ana, part, 200);
    const { done } = await step(shop, admin, late._id, 'apply');
    expect([done.changed, done.refused]).toEqual([0, 1]);
    expect(await faultsOf(late._id)).toMatchObject([
      { row: 2, step: 'apply', reason: 'There are fewer pieces in stock than that.' },
    ]);
    await expectInvariants(shop);
  });

  it('is refused row by row, with column, value and the reason that the form has', async () => {
    await samplePart(shop.db, { partNumber: 'TAKEN' });
    const rows = `Part number,Product id,Name,Price,Minimum order quantity,Category,Barcode,Make,Model,Years,Replaced by
R1,,A,on request,100,,,,,,
R2,,B,1.00,0,,,,,,
R3,,C,1.00,100,Bremsen,,,,,
R4,,,1.00,100,,,,,,
,,E,1.00,100,,,,,,
R6,,F,0.001,100,,,,,,
R7,,G,1.00,100,,,VW,Golf,68,
R8,,H,1.00,100,,,,,,NOBODY
R9,,I,1.00,100,,777,,,,R10
R10,,J,1.00,100,,777,,,,R9
R11,,K,1.00,100,,,,,,R11
R12,,L,1.00,100,,,,,,R8
R13,,M,0.01,1,,,,,,
R14,,N,1.00,100,,,,,,
R14,,N,2.00,100,,,,,,
R15,,O,1.00,100,Brakes,,,,,
`;
    const { _id, found } = await checkedList(shop, admin, rows);
    expect(found).toMatchObject({ rows: 16, added: 1, refused: 15 });
    const faults = await faultsOf(_id);
    expect(faults.map(({ row, column, value }: never) => [row, column, value])).toEqual([
      [2, 'Price', 'on request'],
      [3, 'Minimum order quantity', '0'],
      [4, 'Category', 'Bremsen'],
      [5, 'Name', ''],
      [6, 'Part number', ''],
      [7, 'Price', '0.001'],
      [8, 'Years', '68'],
      [9, 'Replaced by', 'NOBODY'],
      [10, 'Replaced by', 'R10'],
      [11, 'Barcode', '777'],
      [12, 'Replaced by', 'R11'],
      [13, 'Replaced by', 'R8'],
      [14, 'Price', '0.01'],
      [16, 'Part number', 'R14'],
      [17, 'Category', 'Brakes'],
    ]);
    expect(faults.map(({ reason }: { reason: string }) => reason)).toEqual([
      'This is not a number. Write it like 1234.56.',
      'Must be at least one piece.',
      'There is no such category.',
      'A new part needs a name.',
      'The row does not say which part it is about.',
      'Must be above zero, with at most two decimals.',
      'Write them like 2010-2015.',
      'The part that replaces this one is not in the shop.',
      'The part that replaces this one is not in the shop.',
      'Row 10 has this barcode, too.',
      'The part would be replaced by itself in the end.',
      'The part that replaces this one is not in the shop.',
      'Price times minimum order must be between $0.50 and $999999.99.',
      'This part stands in row 15 already, where Price is something else.',
      'There is no such category. Nearest: Braking.',
    ]);
    const file = String(await get(`/admin/imports/${_id}/faults.csv`));
    expect(file.split('\r\n')).toHaveLength(17);
    expect(file).toContain('4,Category,Bremsen,There is no such category.,check');
    const { done } = await step(shop, admin, _id, 'apply');
    expect([done.added, done.refused]).toEqual([1, 15]);
  });

  it('replaces numbers of the kinds and the vehicles that it has, or adds to them', async () => {
    const listed = async () => {
      const { numbers, fitments } = await partOf('LIST1');
      return [...numbers, ...fitments].map(
        ({ number, model }: { number?: string; model?: string }) => number ?? model,
      );
    };
    const apply = async (row: string, lists: 'add' | 'replace') => {
      const rows = `Part number,Name,Price,OE,Barcode,Make,Model,Years\nLIST-1,A,1.00,${row}\n`;
      await step(
        shop,
        admin,
        (await checkedList(shop, admin, rows, { settings: { lists } }))._id,
        'apply',
      );
    };
    await apply('O1;O2,4711,VW,Golf,2001', 'replace');
    await apply('O3,,VW,Polo,2001', 'replace');
    expect(await listed()).toEqual(['O3', '4711', 'Polo']);
    await apply('O4,4712,VW,Golf,2001', 'add');
    expect(await listed()).toEqual(['O3', 'O4', '4711', '4712', 'Golf', 'Polo']);
  });

  it('says what replaces a part, also a part of the same file', async () => {
    const rows = 'Part number,Name,Price,Replaced by\nOLD-1,Old,1.00,NEW-1\nNEW-1,New,1.00,\n';
    await step(shop, admin, (await checkedList(shop, admin, rows))._id, 'apply');
    expect(await partOf('OLD1')).toMatchObject({ replacement: { partNumber: 'NEW-1' } });
    expect((await checkedList(shop, admin, rows)).found).toMatchObject({ same: 2 });
    const loop = 'Part number,Replaced by\nNEW-1,OLD-1\n';
    expect((await checkedList(shop, admin, loop)).found).toMatchObject({ refused: 1 });
  });

  it('that changes much has to be ticked', async () => {
    await samplePart(shop.db, { partNumber: 'MUCH-1', priceCents: 1000, inStock: 1000 });
    await samplePart(shop.db, { partNumber: 'MUCH-2', priceCents: 1000, inStock: 1000 });
    const rows = 'Part number,Price,In stock\nMUCH-1,13.00,200\nMUCH-2,13.01,199\n';
    const { _id, guards } = await checkedList(shop, admin, rows);
    const example = { row: 3, partNumber: 'MUCH-2', name: expect.any(String) };
    expect(guards).toEqual([
      { guard: 'price', count: 1, examples: [{ ...example, before: '$10.00', after: '$13.01' }] },
      { guard: 'stock', count: 1, examples: [{ ...example, before: '1000', after: '199' }] },
    ]);
    const apply = (ticks: string[]) =>
      shop.request('POST', `/api/admin/imports/${_id}/apply`, { as: admin, body: { ticks } });
    expect((await apply(['price'])).body).toMatchObject({
      acknowledged: false,
      error: 'tick_missing',
      guards: ['stock'],
    });
    await shop.workOnImports();
    expect((await partOf('MUCH2')).price).toBe(10);
    expect((await apply(['price', 'stock'])).status).toBe(200);
    expect((await apply([])).status).toBe(200);
    await shop.workOnImports();
    expect(await partOf('MUCH2')).toMatchObject({ price: 13.01, inStock: 199 });
  });

  it('may take out of the shop what is missing: of its supplier, and by tick if it is much', async () => {
    const both = 'Part number,Name,Price\nGONE-1,A,1.00\nGONE-2,B,1.00\n';
    const supplier = 'Vanish';
    await step(shop, admin, (await checkedList(shop, admin, both, { supplier }))._id, 'apply');
    const one = 'Part number,Name,Price\nGONE-1,A,1.00\n';
    const missing = { supplier, settings: { missing: 'archive' as const } };
    const checked = await checkedList(shop, admin, one, missing);
    expect(checked.found).toMatchObject({ same: 1, archived: 1 });
    expect(checked.guards).toMatchObject([{ guard: 'archive', count: 1 }]);
    const onSale = (await get('/admin/parts/count')).count;
    await step(shop, admin, checked._id, 'apply');
    expect((await get('/admin/parts/count')).count).toBe(onSale - 1);
    expect(await get('/parts?q=GONE2')).toEqual([]);
    await step(shop, admin, checked._id, 'undo');
    expect(await get('/parts?q=GONE2')).toMatchObject([{ name: 'B' }]);
  });

  it('leaves out a part of which one row has cells that no column stands above, or that cannot be read', async () => {
    const file =
      'Part number,Name,Price,OE\nODD-1,A,1.00,111\nODD-1,A,1.00,222,333\nODD-2,B,2.00,\0\nODD-3,C,3.00,\n';
    const unread = await uploadList(shop, admin, 'Part number,Na\0me\nODD-1,A\n');
    expect(unread).toMatchObject({ status: 422, body: { error: 'file_not_accepted' } });
    const { _id, found } = await checkedList(shop, admin, file);
    expect(found).toMatchObject({ rows: 4, added: 1, refused: 3 });
    expect(await get(`/admin/imports/${_id}/faults`)).toEqual([
      {
        row: 2,
        column: 'Part number',
        value: 'ODD-1',
        reason: 'Another row of this part cannot be used.',
        step: 'check',
      },
      { row: 3, column: '', value: '', reason: expect.stringContaining('cells'), step: 'check' },
      { row: 4, column: 'OE', value: '', reason: expect.any(String), step: 'check' },
    ]);
  });

  it('keeps the further pictures that it lists from copies of older versions', async () => {
    const image = await samplePicture(shop, admin);
    const file = `Part number,Name,Price,Further picture\nPIC-1,A,1.00,${image}\n`;
    const { _id } = await checkedList(shop, admin, file);
    await step(shop, admin, _id, 'apply');
    expect((await partOf('PIC1')).pictures).toEqual([{ image, alt: '' }]);
    const { rows } = await sql`select url from images
      where url = ${image} and keep_until > ${shop.clock.now()}::timestamptz + interval '59 days'`.execute(
      shop.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('books what it adds to the stock once, also when another import has brought the part meanwhile', async () => {
    const file = 'Part number,Name,Price,Stock change\nTWICE-1,A,1.00,100\n';
    const [first, second] = [
      await checkedList(shop, admin, file),
      await checkedList(shop, admin, file),
    ];
    await step(shop, admin, first._id, 'apply');
    expect(await partOf('TWICE1')).toMatchObject({ inStock: 100 });
    await step(shop, admin, second._id, 'apply');
    expect(await partOf('TWICE1')).toMatchObject({ inStock: 200 });
    await step(shop, admin, second._id, 'undo');
    expect(await partOf('TWICE1')).toMatchObject({ inStock: 100 });
    await expectInvariants(shop);
  });

  it('may have columns named like what every object has, and cells that cannot be cut anywhere', async () => {
    const long = `${'x'.repeat(999)}😀${'x'.repeat(5000)}`;
    const file = `Part number,Name,Price,Constructor,Details\nOBJ-1,A,1.00,b,${long}\n`;
    const { _id, columns, found } = await checkedList(shop, admin, file, { supplier: 'Objects' });
    expect(columns.map(({ field }) => field)).toEqual([
      'partNumber',
      'name',
      'price',
      null,
      'description',
    ]);
    expect(found).toMatchObject({ refused: 1 });
    expect(await faultsOf(_id)).toMatchObject([{ row: 2, column: 'Details' }]);
  });

  it('is written down once for each step, with its counts', async () => {
    const { _id } = await checkedList(shop, admin, 'Part number,Name,Price\nAUD,A,1.00\n');
    await step(shop, admin, _id, 'apply');
    await step(shop, admin, _id, 'undo');
    const entries = (await get('/admin/audit?subject=import')).filter(
      ({ subjectId }: { subjectId: string }) => subjectId === _id,
    );
    expect(entries.map(({ action }: { action: string }) => action).toSorted()).toEqual([
      'import applied',
      'import begun',
      'import undone',
      'import uploaded',
      'undoing of import begun',
    ]);
    const applied = entries.find(({ action }: { action: string }) => action === 'import applied');
    expect(applied).toMatchObject({ actor: admin.email, after: { done: { added: 1 } } });
  });

  it('is for admins alone', async () => {
    expect((await uploadList(shop, undefined, german)).status).toBe(401);
    expect((await uploadList(shop, ana, german)).status).toBe(403);
    const { _id } = await checkedList(shop, admin, german);
    expect((await shop.request('GET', `/api/admin/imports/${_id}`, { as: ana })).status).toBe(403);
    expect((await importOf(shop, admin, _id)).state).toBe('checked');
  });

  it('that is no table is refused with the reason, and nothing is kept', async () => {
    const before = await everything();
    const { status, body } = await uploadList(shop, admin, Buffer.from('%PDF-1.7 …'));
    expect([status, body.error, typeof body.reason]).toEqual([422, 'file_not_accepted', 'string']);
    expect(await everything()).toEqual(before);
  });

  /** Everything but imports and what admins did. */
  async function everything(): Promise<unknown> {
    const ledger = await sql`select count(*) from stock_ledger`.execute(shop.db);
    return [await catalogueFacts(shop), ledger.rows, await get('/admin/parts?show=all')];
  }
});
