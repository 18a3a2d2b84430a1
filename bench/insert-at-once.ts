import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { withoutTimeouts, type Database } from '#server/db/open.ts';
import { writeSearchWords } from '#server/db/search-words.ts';
import { findPostgres } from '#test/database.ts';

/** What an import does at least: COPY of the file, and one statement for each table, as far as the file fills them. */
const statements = (file: string): string[] => [
  'create temporary table file ("number" text, name text, brand text, type text, price numeric, stock int, minimum int, details text, oe text, ean text, make text, model text, years text, id uuid default gen_random_uuid())',
  `\\copy file ("number", name, brand, type, price, stock, minimum, details, oe, ean, make, model, years) from '${file}' csv header`,
  "insert into brands (name, name_key) select distinct brand, upper(regexp_replace(brand, '[^A-Za-z0-9]', '', 'g')) from file on conflict do nothing",
  `insert into parts (id, name, brand, part_number, part_number_key, category_id, type_id, description, image, price_cents, order_quantity, in_stock, created_at, updated_at)
    select f.id, f.name, f.brand, f."number", replace(f."number", '-', ''), t.category_id, t.id, f.details, '/pictures/no-picture.svg', (f.price * 100)::int, f.minimum, f.stock, now(), now()
    from file f left join part_types t on t.name = f.type on conflict (part_number_key) do update set price_cents = excluded.price_cents`,
  `insert into part_numbers (part_id, kind, number, number_key) select id, 'oe', oe, oe from file`,
  `insert into part_numbers (part_id, kind, number, number_key) select id, 'barcode', ean, ean from file`,
  `insert into fitments (part_id, make, model, year_from, year_to) select id, make, model, left(years, 4)::int, right(years, 4)::int from file`,
  `insert into stock_ledger (id, part_id, delta, reason, actor, created_at) select gen_random_uuid(), id, stock, 'opening', 'bench', now() from file where stock > 0`,
];

/** Puts the rows of a catalogue file into an empty shop as fast as PostgreSQL does it, and the words they are found by. */
export async function insertAtOnce(
  { url, db }: { url: string; db: Database['db'] },
  file: string,
): Promise<void> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('PostgreSQL was found, but is not there.');
  const commands = statements(file).flatMap((statement) => ['-c', statement]);
  const flags = ['-q', '-1', '-v', 'ON_ERROR_STOP=1', ...commands, url];
  await promisify(execFile)(path.join(programs, 'psql'), flags, { maxBuffer: 1e8 });
  const ids = await db.selectFrom('parts').select('id').execute();
  await withoutTimeouts(db, (unlimited) =>
    writeSearchWords(
      unlimited,
      ids.map(({ id }) => id),
    ),
  );
}
