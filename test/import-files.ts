import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Import, ImportCheck, ImportState } from '#contract/imports.ts';
import { startImport } from '#server/imports/start-import.ts';
import { updateImport } from '#server/imports/store.ts';
import type { Answer, Person, TestShop } from './harness.ts';

/** A supplier's list of two parts. */
export const sampleList =
  'Part number,Name,Price\r\nHL-1,Brake disc,12.50\r\nHL-2,Oil filter,4.50\r\n';

/** An import of that list at some step; its id. */
export async function sampleImport(
  shop: TestShop,
  state: ImportState = 'columns',
): Promise<string> {
  mkdirSync(shop.importFolder, { recursive: true });
  const file = { path: path.join(shop.importFolder, `upload-${randomUUID()}`), bytes: 0 };
  writeFileSync(file.path, sampleList);
  const upload = { name: 'parts.csv' };
  const id = await startImport(shop, 'command line', { upload, file });
  if (state !== 'columns') await updateImport(shop.db, id, { state });
  return id;
}

/** What goes with a file; `archive` are the bytes of its pictures. */
interface ListToUpload {
  readonly name?: string;
  readonly supplier?: string;
  readonly delimiter?: string;
  readonly archive?: Uint8Array;
}

/** Uploads a file of parts as the dashboard does. */
export async function uploadList(
  shop: TestShop,
  as: Person | undefined,
  file: string | Uint8Array,
  { archive, ...query }: ListToUpload = {},
): Promise<Answer> {
  const form = new FormData();
  const bytes = typeof file === 'string' ? Buffer.from(file) : Uint8Array.from(file);
  form.append('file', new Blob([bytes]), 'parts.csv');
  if (archive) form.append('pictures', new Blob([Uint8Array.from(archive)]), 'pictures.zip');
  const encoded = new Response(form);
  const answer = await shop.app.inject({
    method: 'POST',
    url: `/api/admin/imports?${new URLSearchParams({ name: 'parts.csv', ...query }).toString()}`,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(as === undefined ? {} : { authorization: `Bearer ${as.token}` }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

/** How a file is to be imported. */
export interface ListToImport extends ListToUpload {
  /** By the names of its columns; others as they are guessed. */
  readonly fields?: Readonly<Record<string, string | null>>;
  readonly settings?: Partial<ImportCheck['settings']>;
}

/** Uploads a file and checks it; answers the import as it is then. */
export async function checkedList(
  shop: TestShop,
  as: Person,
  file: string | Uint8Array,
  { fields = {}, settings, ...query }: ListToImport = {},
): Promise<Import> {
  const uploaded = await uploadList(shop, as, file, query);
  if (uploaded.status !== 200) throw new Error(`Refused: ${JSON.stringify(uploaded.body)}`);
  const { _id, columns, settings: guessed } = uploaded.body as Import;
  const body = {
    fields: columns.map(({ header, field }) => (header in fields ? fields[header] : field)),
    settings: { ...guessed, ...settings },
  };
  await taken(shop, as, `${_id}/check`, body);
  await shop.workOnImports();
  return importOf(shop, as, _id);
}

/** The import as the dashboard shows it. */
export async function importOf(shop: TestShop, as: Person, id: string): Promise<Import> {
  return (await shop.request('GET', `/api/admin/imports/${id}`, { as })).body as Import;
}

/** Takes a step of an import, and waits until it is done. */
export async function step(
  shop: TestShop,
  as: Person,
  id: string,
  name: 'apply' | 'stop' | 'undo',
): Promise<Import> {
  // Of imports that end at one moment none is the last.
  shop.clock.advance(1000);
  await taken(
    shop,
    as,
    `${id}/${name}`,
    name === 'apply' ? { ticks: ['price', 'stock', 'archive'] } : undefined,
  );
  await shop.workOnImports();
  return importOf(shop, as, id);
}

async function taken(shop: TestShop, as: Person, address: string, body: unknown): Promise<void> {
  const answer = await shop.request('POST', `/api/admin/imports/${address}`, {
    as,
    ...(body === undefined ? {} : { body }),
  });
  if (answer.status !== 200) throw new Error(`Refused: ${JSON.stringify(answer.body)}`);
}

/** Every fact of the parts on sale and what suppliers call them, in one order: equal when none differs. Stock is left out, which orders change. */
export async function catalogueFacts({ db }: TestShop): Promise<unknown> {
  const onSale = db.selectFrom('parts').select('id').where('archived_at', 'is', null);
  const of = (table: 'part_numbers' | 'part_pictures' | 'fitments') =>
    db.selectFrom(table).selectAll().where('part_id', 'in', onSale);
  const parts = db
    .selectFrom('parts')
    .select(['id', 'name', 'brand', 'part_number', 'part_number_key', 'category_id', 'type_id'])
    .select(['description', 'image', 'image_alt', 'attributes', 'replaced_by', 'price_cents'])
    .select(['order_quantity', 'created_at'])
    .where('archived_at', 'is', null)
    .orderBy('id');
  const supplied = db.selectFrom('supplier_parts').selectAll().where('part_id', 'in', onSale);
  const rows = [
    await of('part_numbers').execute(),
    await of('part_pictures').execute(),
    await supplied.execute(),
  ];
  const texts = [...rows, await of('fitments').execute()].map((list) =>
    list.map((row) => JSON.stringify(row)).toSorted(),
  );
  return [await parts.execute(), ...texts];
}
