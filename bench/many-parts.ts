import { sql, type Kysely } from 'kysely';
import { storeTaxonomy } from '#server/db/taxonomy/store-taxonomy.ts';
import { writeSearchWords } from '#server/db/search-words.ts';
import type { Tables } from '#server/db/schema.ts';

/** Fitments of each part. */
const fitments = 5;
const makes = 30;
const modelsOfMake = 40;
const partsAtOnce = 10_000;

/**
 * Fills an empty shop with parts of all types, made in SQL: each with an own number, an OE number, two attributes and five fitments, of which two demand an engine. One of twenty
 * fits any vehicle, one of a hundred is archived.
 */
export async function makeParts(db: Kysely<Tables>, count: number): Promise<void> {
  await insertParts(db, count);
  await makeThemFound(db, count);
}

/** The parts with their numbers alone. */
export async function insertParts(db: Kysely<Tables>, count: number): Promise<void> {
  await storeTaxonomy(db);
  await sql`insert into brands (name, name_key) select 'Brand' || n, 'BRAND' || n from generate_series(1, 40) n`.execute(
    db,
  );
  await sql`
    insert into parts (id, name, brand, part_number, part_number_key, category_id, type_id, description, image, attributes,
        price_cents, order_quantity, in_stock, created_at, updated_at, archived_at)
      select gen_random_uuid(), t.name || ' ' || (n % 400) || ' mm', 'Brand' || (1 + n % 40), 'BN-' || n, 'BN' || n, t.category_id, t.id,
        'Part ' || n || ' of the bench, one piece per carton.', '/pictures/brake-disc.webp',
        json_build_object('dia', n % 400, 'axle', case when n % 2 = 0 then 'Front' else 'Rear' end)::jsonb,
        100 + n % 9000, 100, n % 5 * 100, timestamptz '2026-01-01' + n * interval '1 second', timestamptz '2026-01-01',
        case when n % 100 = 99 then timestamptz '2026-02-01' end
      from generate_series(1, ${count}::int) n
      join (select *, row_number() over (order by position) - 1 as place, count(*) over () as types from part_types) t
        on t.place = (n * 7919::bigint) % t.types`.execute(db);
  await sql`
    insert into part_numbers (part_id, kind, number, number_key, maker)
      select id, 'oe', '8A0 ' || part_number, '8A0' || part_number_key, 'Make1' from parts`.execute(
    db,
  );
}

/** The vehicles that they fit, and the words that they are found by. */
export async function makeThemFound(db: Kysely<Tables>, count: number): Promise<void> {
  await sql`
    insert into fitments (part_id, make, model, year_from, year_to, engine)
      select p.id, 'Make' || (v % ${makes}), 'Model' || (v % ${makes}) || '-' || (v / ${makes} % ${modelsOfMake}), 2000 + v % 15, 2010 + v % 15,
          case f when 1 then '2.0 L4 diesel' when 2 then '1.4 L4 petrol' else '' end
      from parts p, generate_series(0, ${fitments - 1}) f,
        lateral (select ((hashtext(p.id::text || f) & 1048575)::bigint * (hashtext(f || p.id::text) & 1048575) / 1048576 % ${makes * modelsOfMake})::int as v) its
      where hashtext(p.id::text) % 20 <> 0
      on conflict do nothing`.execute(db);
  for (let done = 0; done < count; done += partsAtOnce) {
    const { rows } = await sql<{ id: string }>`
      select id from parts where search_as_of is null limit ${partsAtOnce}`.execute(db);
    await writeSearchWords(
      db,
      rows.map(({ id }) => id),
    );
  }
}
