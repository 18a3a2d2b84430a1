import { rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { databaseOn, engines } from '#test/engines.ts';
import { startShop } from '#test/harness.ts';
import { dayMs } from '#contract/durations.ts';
import type { Import } from '#contract/imports.ts';
import { catalogueFacts, checkedList, importOf, step, uploadList } from '#test/import-files.ts';
import { expectInvariants } from '#test/invariants.ts';
import { samplePart } from '#test/samples.ts';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';

const lineOf = (cells: readonly (string | number)[]) => `${cells.join(',')}\n`;
const head = 'Part number,Name,Price,In stock,OE,Make,Model,Years,Barcode,Replaced by,Part type\n';

/** Parts that are there, changed in everything, and as many new ones. */
function list(count: number): string {
  const rows = Array.from({ length: count }, (_, n) => [
    lineOf([
      `U-${n}`,
      `Changed ${n}`,
      12.75,
      700 + n,
      `OE${n}`,
      'VW',
      'Golf',
      '2003-2008',
      `99${n}`,
      `U-${count + n}`,
      'Brake disc',
    ]),
    lineOf([
      `U-${count + n}`,
      `New ${n}`,
      3.25,
      50,
      `N${n}`,
      'VW',
      'Polo',
      '2009',
      `88${n}`,
      '',
      'Oil filter',
    ]),
  ]);
  return head + rows.flat().join('');
}

describe.each(engines)('an import on the %s engine', async (engine) => {
  const database = await databaseOn(engine);
  await storeTaxonomy(database.db);
  const shop = await startShop({ database });
  const admin = await shop.person('Ada Admin', { role: 'admin' });
  const ana = await shop.person('Ana Buyer');
  afterAll(() => shop.close());
  const request = (method: 'POST' | 'GET' | 'PATCH', url: string, body?: unknown) =>
    shop.request(method, `/api${url}`, { as: admin, ...(body === undefined ? {} : { body }) });
  const count = 30;
  const ids: string[] = [];

  it('that is undone leaves every fact as it was, with orders in between', async () => {
    for (let n = 0; n < count; n += 1)
      ids.push(await samplePart(shop.db, { partNumber: `U-${n}`, inStock: 1000 }));
    await shop.everyMinute();
    const before = await catalogueFacts(shop);
    const { _id, found } = await checkedList(shop, admin, list(count));
    expect(found).toMatchObject({ changed: count, added: count, refused: 0 });
    const { done } = await step(shop, admin, _id, 'apply');
    expect(done).toMatchObject({ changed: count, added: count, refused: 0 });
    expect(await catalogueFacts(shop)).not.toEqual(before);
    const [bought = '', cancelled = ''] = ids;
    await shop.order(ana, bought, 200);
    const order = await shop.order(ana, cancelled, 200);
    await shop.request('DELETE', `/api/order?id=${order}`, { as: ana });
    const undone = await step(shop, admin, _id, 'undo');
    expect([undone.state, undone.notUndone, undone.undoable]).toEqual(['undone', 0, false]);
    expect(await catalogueFacts(shop)).toEqual(before);
    const stock = async (id: string) => (await request('GET', `/parts/${id}`)).body.inStock;
    expect([await stock(bought), await stock(cancelled), await stock(ids[2] ?? '')]).toEqual([
      800, 1000, 1000,
    ]);
    await expectInvariants(shop);
  });

  it('can be made again after it was undone', async () => {
    const { _id } = await checkedList(shop, admin, list(count));
    const { done } = await step(shop, admin, _id, 'apply');
    expect(done).toMatchObject({ changed: count, added: count, refused: 0 });
    await step(shop, admin, _id, 'undo');
  });

  it('is undone, too, after the pictures of its parts have moved to another host', async () => {
    const name = `/images/${'a'.repeat(64)}-640.webp`;
    const image = (url: string) =>
      shop.db
        .updateTable('parts')
        .set({ image: url })
        .where('id', '=', ids[3] ?? '')
        .execute();
    const before = (
      await shop.db
        .selectFrom('parts')
        .select('image')
        .where('id', '=', ids[3] ?? '')
        .executeTakeFirstOrThrow()
    ).image;
    await image(name);
    const { _id } = await checkedList(shop, admin, 'Part number,Price\nU-3,12.75\n');
    await step(shop, admin, _id, 'apply');
    await image(`https://cdn.example/shop${name}`);
    const undone = await step(shop, admin, _id, 'undo');
    expect([undone.state, undone.notUndone]).toEqual(['undone', 0]);
    const { body } = await request('GET', `/parts/${ids[3]}`);
    expect([body.price, body.image]).toEqual([12.5, `https://cdn.example/shop${name}`]);
    await image(before);
  });

  it('leaves parts alone that were changed since, or whose new pieces are ordered, and names them', async () => {
    const rows =
      'Part number,Name,Price,In stock\nU-0,Again,12.75,\nU-1,Again,12.75,\nNEW-9,New,1.00,900\n';
    const { _id } = await checkedList(shop, admin, rows);
    await step(shop, admin, _id, 'apply');
    const seen = (await request('GET', `/admin/parts/${ids[1]}`)).body;
    await request('PATCH', `/part/${ids[1]}`, { seen, facts: { ...seen, name: 'By hand' } });
    const fresh = (await request('GET', '/parts?q=NEW9')).body[0]._id;
    await shop.order(ana, fresh, 100);
    const undone = await step(shop, admin, _id, 'undo');
    expect([undone.state, undone.notUndone]).toEqual(['undone', 2]);
    const faults = (await request('GET', `/admin/imports/${_id}/faults`)).body;
    expect(faults).toEqual([
      {
        row: 3,
        column: 'Part number',
        value: 'U-1',
        reason: 'This part was changed after the import.',
        step: 'undo',
      },
      {
        row: 4,
        column: 'Part number',
        value: 'NEW-9',
        reason: 'Too many of the pieces that came with the import are ordered.',
        step: 'undo',
      },
    ]);
    expect((await request('GET', `/parts/${ids[0]}`)).body.name).not.toBe('Again');
    expect((await request('GET', `/parts/${ids[1]}`)).body.name).toBe('By hand');
    expect((await request('GET', `/parts/${fresh}`)).body.name).toBe('New');
    await expectInvariants(shop);
  });

  it('from before vehicles had engines is undone, too', async () => {
    const part = await samplePart(shop.db, { partNumber: 'OLD-1' });
    await sql`insert into fitments (part_id, make, model, year_from, year_to, note)
      values (${part}, 'Audi', 'A4', 2008, 2012, 'with ABS')`.execute(shop.db);
    const file = 'Part number,Make,Model,Years\nOLD-1,Audi,A6,2005-2010\n';
    const { _id } = await checkedList(shop, admin, file, { settings: { lists: 'replace' } });
    await step(shop, admin, _id, 'apply');
    await sql`update import_parts set changes = regexp_replace(changes::text, '"(engine|position|remark)": "", ', '', 'g')::jsonb
      where import_id = ${_id}`.execute(shop.db);
    expect((await step(shop, admin, _id, 'undo')).state).toBe('undone');
    const { rows } = await sql<{ model: string }>`
      select model, engine, position, note, remark from fitments where part_id = ${part}`.execute(
      shop.db,
    );
    expect(rows).toEqual([{ model: 'A4', engine: '', position: '', note: 'with ABS', remark: '' }]);
  });

  it('can be undone while it is one of the last five', async () => {
    const applied: string[] = [];
    for (let n = 1; n <= 6; n += 1) {
      shop.clock.advance(1000);
      const { _id } = await checkedList(shop, admin, `Part number,Price\nU-2,${10 + n}.00\n`);
      await step(shop, admin, _id, 'apply');
      applied.push(_id);
    }
    // One that changes nothing takes no place.
    shop.clock.advance(1000);
    const same = await checkedList(shop, admin, 'Part number,Price\nU-2,16.00\n');
    await step(shop, admin, same._id, 'apply');
    const [first = '', second = ''] = applied;
    expect((await importOf(shop, admin, first)).undoable).toBe(false);
    expect((await importOf(shop, admin, second)).undoable).toBe(true);
    expect((await request('POST', `/admin/imports/${first}/undo`)).body).toMatchObject({
      error: 'import_too_old',
    });
    await shop.everyMinute();
    const parts = async (id: string) =>
      (await request('GET', `/admin/imports/${id}/parts`)).body.length;
    expect([await parts(first), await parts(second)]).toEqual([0, 1]);
  });

  it('goes on where it was left when its process is killed in the middle, and no row is done twice', async () => {
    const rows = Array.from({ length: 1400 }, (_, n) => lineOf([`K-${n}`, `Part ${n}`, 1.5, 500]));
    const file = `Part number,Name,Price,In stock\n${rows.join('')}`;
    const { _id } = await checkedList(shop, admin, file);
    await breakAt('Part 1200');
    await expect(step(shop, admin, _id, 'apply')).rejects.toThrow('parts_of_a_test');
    const half = (await importOf(shop, admin, _id)).done.added;
    expect(half).toBeGreaterThan(0);
    expect(half).toBeLessThan(1400);
    // As a killed process leaves it: the lease has not passed.
    await shop.db
      .updateTable('imports')
      .set({ worked_until: new Date(shop.clock.now().getTime() + 30_000) })
      .where('id', '=', _id)
      .execute();
    await mend();
    await shop.workOnImports();
    expect((await importOf(shop, admin, _id)).done.added).toBe(half);
    shop.clock.advance(31_000);
    await shop.workOnImports();
    const { state, done } = await importOf(shop, admin, _id);
    expect([state, done.added, done.refused]).toEqual(['applied', 1400, 0]);
    const stock = await shop.db
      .selectFrom('parts')
      .select('in_stock')
      .where('part_number', 'like', 'K-%')
      .execute();
    expect(stock.map(({ in_stock }) => in_stock)).toEqual(Array.from({ length: 1400 }, () => 500));
    await breakAt('Part 1200', 'not archived_at is null');
    await expect(step(shop, admin, _id, 'undo')).rejects.toThrow('parts_of_a_test');
    await mend();
    shop.clock.advance(31_000);
    await shop.workOnImports();
    expect((await importOf(shop, admin, _id)).state).toBe('undone');
    expect((await request('GET', '/parts?q=K-')).body).toEqual([]);
    await expectInvariants(shop);
  });

  it('that is stopped keeps what is applied, which can be undone', async () => {
    const rows = Array.from({ length: 1400 }, (_, n) => lineOf([`S-${n}`, `Piece ${n}`, 1.5, 500]));
    const { _id } = await checkedList(
      shop,
      admin,
      `Part number,Name,Price,In stock\n${rows.join('')}`,
    );
    await breakAt('Piece 1200');
    await expect(step(shop, admin, _id, 'apply')).rejects.toThrow('parts_of_a_test');
    await mend();
    const stopped = await step(shop, admin, _id, 'stop');
    expect([stopped.state, stopped.undoable, stopped.stopping]).toEqual(['stopped', true, false]);
    expect(stopped.done.added).toBeLessThan(1400);
    const other = await checkedList(shop, admin, 'Part number,Name,Price\nS-9999,A,1.00\n');
    expect((await step(shop, admin, other._id, 'apply')).state).toBe('applied');
    expect((await step(shop, admin, _id, 'undo')).state).toBe('undone');
    await expectInvariants(shop);
  });

  it('that is undone lets the numbers of a supplier lead where they led before', async () => {
    for (const n of [1, 2, 3, 4]) await samplePart(shop.db, { partNumber: `LINK-${n}` });
    const supplier = 'Linkwell';
    const rows = (...cells: string[]) => `Part number,Supplier number,Price\n${cells.join('\n')}\n`;
    const first = rows('LINK-1,L1,13.00', 'LINK-2,L2,13.00', 'LINK-3,L3,13.00');
    await step(shop, admin, (await checkedList(shop, admin, first, { supplier }))._id, 'apply');
    const before = await catalogueFacts(shop);
    // Two swap their numbers, one gets the third's, which gets none, and one is new.
    const second = rows('LINK-1,L2,14.00', 'LINK-2,L1,14.00', 'LINK-4,L3,14.00', 'LINK-3,,14.00');
    const { _id } = await checkedList(shop, admin, second, { supplier });
    await step(shop, admin, _id, 'apply');
    expect(await catalogueFacts(shop)).not.toEqual(before);
    await step(shop, admin, _id, 'undo');
    expect(await catalogueFacts(shop)).toEqual(before);
  });

  it('of parts that are the same learns how the supplier calls them, and forgets it when it is undone', async () => {
    await samplePart(shop.db, { partNumber: 'LEARN-1', priceCents: 1300 });
    const supplier = 'Learnwell';
    const both = 'Part number,Supplier number,Price\nLEARN-1,LW-1,13.00\n';
    const theirs = 'Supplier number,Price\nLW-1,14.00\n';
    const check = (file: string) => checkedList(shop, admin, file, { supplier });
    const first = await check(both);
    expect(first.found).toMatchObject({ changed: 1, same: 0 });
    expect((await request('GET', `/admin/imports/${first._id}/parts`)).body).toMatchObject([
      { result: 'change', changes: [{ fact: 'supplierNumber', before: null, after: 'LW-1' }] },
    ]);
    await step(shop, admin, first._id, 'apply');
    expect((await check(both)).found).toMatchObject({ changed: 0, same: 1 });
    const second = await check(theirs);
    expect(second.found).toMatchObject({ changed: 1, refused: 0 });
    await step(shop, admin, second._id, 'apply');
    await step(shop, admin, second._id, 'undo');
    await step(shop, admin, first._id, 'undo');
    expect((await check(theirs)).found).toMatchObject({ changed: 0, refused: 1 });
  });

  it('that fails again and again is left, so that others get their turn', async () => {
    const { _id } = await checkedList(shop, admin, 'Part number,Name,Price\nF-1,Fails,1.00\n');
    const failing = async (times: number) => {
      for (let n = 0; n < times; n += 1)
        await expect(shop.workOnImports()).rejects.toThrow('parts_of_a_test');
    };
    await breakAt('Fails');
    await expect(step(shop, admin, _id, 'apply')).rejects.toThrow('parts_of_a_test');
    await failing(4);
    await shop.workOnImports();
    const failure = expect.stringContaining('after 5 tries');
    expect(await importOf(shop, admin, _id)).toMatchObject({ state: 'stopped', failure });
    await mend();
    const other = await checkedList(shop, admin, 'Part number,Name,Price\nF-2,Works,1.00\n');
    expect((await step(shop, admin, other._id, 'apply')).state).toBe('applied');
    await breakAt('Works', 'archived_at is not null');
    await expect(step(shop, admin, other._id, 'undo')).rejects.toThrow('parts_of_a_test');
    await failing(4);
    expect(await importOf(shop, admin, other._id)).toMatchObject({
      state: 'stopped',
      failure,
      undoable: true,
    });
    await mend();
    const undone = await step(shop, admin, other._id, 'undo');
    expect([undone.state, undone.failure]).toEqual(['undone', null]);
  });

  it('that changes a part more than was ticked, because it was edited meanwhile, leaves it alone', async () => {
    const part = await samplePart(shop.db, { partNumber: 'GUARD-1', priceCents: 1000 });
    const { _id, guards } = await checkedList(shop, admin, 'Part number,Price\nGUARD-1,12.00\n');
    expect(guards).toEqual([]);
    await shop.db.updateTable('parts').set({ price_cents: 800 }).where('id', '=', part).execute();
    const { done } = await step(shop, admin, _id, 'apply');
    expect([done.changed, done.refused]).toEqual([0, 1]);
    expect((await request('GET', `/parts/${part}`)).body.price).toBe(8);
    expect((await request('GET', `/admin/imports/${_id}/faults`)).body).toMatchObject([
      { step: 'apply', value: '$12.00', reason: expect.stringContaining('was not ticked') },
    ]);
  });

  it('leaves a part without its replacement that was edited before that is set, and names it', async () => {
    const part = await samplePart(shop.db, { partNumber: 'CHAIN-1' });
    await samplePart(shop.db, { partNumber: 'CHAIN-2' });
    const rows = 'Part number,Price,Replaced by\nCHAIN-1,13.00,CHAIN-2\n';
    const { _id } = await checkedList(shop, admin, rows);
    await breakAt('Brake disc, front, vented 300 mm', 'replaced_by is not null');
    await expect(step(shop, admin, _id, 'apply')).rejects.toThrow('parts_of_a_test');
    await shop.db.updateTable('parts').set({ price_cents: 1500 }).where('id', '=', part).execute();
    await mend();
    await shop.workOnImports();
    expect((await importOf(shop, admin, _id)).state).toBe('applied');
    const { body } = await request('GET', `/admin/imports/${_id}/faults`);
    expect(body).toMatchObject([{ value: 'CHAIN-2', reason: expect.stringContaining('changed') }]);
    expect((await step(shop, admin, _id, 'undo')).notUndone).toBe(1);
    expect((await request('GET', `/parts/${part}`)).body.price).toBe(15);
  });

  it('waits for its check as long as its file is there', async () => {
    const uploaded = await uploadList(shop, admin, 'Part number,Price\nU-2,12.00\n');
    const { _id, columns, settings } = uploaded.body as Import;
    const fields = columns.map(({ field }) => field);
    await request('POST', `/admin/imports/${_id}/check`, { fields, settings });
    shop.clock.advance(6 * 60_000);
    await shop.everyMinute();
    expect((await importOf(shop, admin, _id)).state).toBe('checking');
    rmSync(path.join(shop.importFolder, _id));
    shop.clock.advance(6 * 60_000);
    await shop.everyMinute();
    expect((await importOf(shop, admin, _id)).state).toBe('failed');
  });

  it('waits for no other: a second one is refused while one is applied', async () => {
    const first = await checkedList(shop, admin, 'Part number,Name,Price\nX-1,A,1.00\n');
    const second = await checkedList(shop, admin, 'Part number,Name,Price\nX-2,A,1.00\n');
    const apply = (id: string) => request('POST', `/admin/imports/${id}/apply`, { ticks: [] });
    const answers = await Promise.all([apply(first._id), apply(second._id)]);
    expect(new Set(answers.map(({ body }) => body.error))).toEqual(
      new Set([undefined, 'import_busy']),
    );
    await Promise.all([shop.workOnImports(), shop.workOnImports()]);
    const states = [
      await importOf(shop, admin, first._id),
      await importOf(shop, admin, second._id),
    ];
    expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['applied', 'checked']));
  });

  it('cannot be applied after a week, when its rows are forgotten', async () => {
    const { _id } = await checkedList(shop, admin, 'Part number,Name,Price\nOLD-1,A,1.00\n');
    shop.clock.advance(8 * dayMs);
    await shop.everyMinute();
    const later = await shop.person('Later Admin', { role: 'admin' });
    expect(await importOf(shop, later, _id)).toMatchObject({ state: 'failed' });
    const apply = { as: later, body: { ticks: [] } };
    expect(await shop.request('POST', `/api/admin/imports/${_id}/apply`, apply)).toMatchObject({
      status: 409,
      body: { error: 'import_state' },
    });
  });

  /** Fails the statement that writes this part, as a crash in the middle of a batch does. */
  async function breakAt(name: string, when = 'true'): Promise<void> {
    await sql
      .raw(
        `alter table parts add constraint parts_of_a_test check (not (name = '${name}' and ${when}))`,
      )
      .execute(shop.db);
  }
  async function mend(): Promise<void> {
    await shop.db.schema.alterTable('parts').dropConstraint('parts_of_a_test').execute();
  }
});
