import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/schema.ts';

/** What is asked of the API, and a statement by hand that gives all its answer is made of. */
export interface Question {
  readonly name: string;
  /** The address of the nth question: another one each time, so that nothing answers from a cache. */
  readonly address: (n: number) => string;
  /** Undefined for what needs no database. */
  readonly byHand?: (n: number) => string;
}

const kinds = ['brake disc', 'oil filter', 'spark plug', 'water pump', 'shock absorber'];
const types = ['brake-disc', 'oil-filter-spin-on', 'spark-plug', 'water-pump', 'shock-absorber'];
const kind = (n: number) => kinds[n % kinds.length] ?? '';
const type = (n: number) => types[n % types.length] ?? '';
/** Brands of which there are pieces. */
const brand = (n: number) => `Brand${2 + (n % 8) * 5}`;
const searched = (words: string, more = '') => `/api/search?q=${encodeURIComponent(words)}${more}`;

const columns = `id, name, image, price_cents, description, order_quantity, in_stock, created_at, brand, part_number, category_id, type_id, image_alt,
  replaced_by, attributes`;
const byNewest = 'created_at desc, id desc';
const counts = (column: string, among = 'found') =>
  `(select json_object_agg(name, parts) from (select ${column} as name, count(*) as parts from ${among} group by 1) its)`;
const figures = (among: string) =>
  `${counts('category_id', among)}, ${counts('type_id', among)}, ${counts('brand', among)},
    (select json_build_array(count(*), count(*) filter (where in_stock >= order_quantity), min(price_cents), max(price_cents)) from ${among}),
    (select json_agg(its) from (select key, value, count(*) as parts from ${among}, jsonb_each_text(attributes)
      where (select min(type_id) = max(type_id) from ${among}) group by key, value) its)`;

/** A page of what is found, and the counts of its facets: those of the first 1,001 parts. */
const found = (
  where: string,
  page = `select ${columns} from found order by ${byNewest} limit 25`,
) =>
  `with found as materialized (select * from parts where archived_at is null and ${where} limit 1001)
    select (select json_agg(rows) from (${page}) rows), ${figures('found')}`;

const matching = (...words: string[]) =>
  `search @@ '${words.map((word) => `''${word}''`).join(' & ')}'::tsquery`;

/** A page of a category and the counts of its newest 1,001 parts. */
const shelf = (id: string, offset: number) =>
  found(
    `category_id = '${id}'`,
    `select ${columns} from parts where archived_at is null and category_id = '${id}' order by ${byNewest} limit 25 offset ${offset}`,
  );

/** The questions to a shop with so many parts. */
export async function questionsTo(db: Kysely<Tables>, parts: number): Promise<Question[]> {
  const lastPage = Math.min(500, Math.max(1, Math.floor(parts / 20 / 24)));
  const { rows } = await sql<{ id: string; type_id: string }>`
    select id, type_id from parts where archived_at is null limit 160`.execute(db);
  const measured = await sql<{ id: string; name: string; dia: string }>`
    select t.id, lower(t.name) as name, p.attributes ->> 'dia' as dia from parts p join part_types t on t.id = p.type_id
      join part_type_attributes a on a.type_id = t.id and a.key = 'dia' and a.unit = 'mm'
      where p.archived_at is null and p.attributes ->> 'dia' <> '0' limit 160`.execute(db);
  const sized = (n: number) =>
    measured.rows[n % measured.rows.length] ?? { id: '', name: '', dia: '' };
  const one = (n: number) => rows[n % rows.length] ?? { id: '', type_id: '' };
  return [
    { name: 'nothing but an answer', address: () => '/healthz' },
    {
      name: 'search with facets',
      address: (n) => searched(`${sized(n).name} ${sized(n).dia} mm`),
      byHand: (n) => found(matching(`type ${sized(n).id}`, `is dia ${sized(n).dia}`)),
    },
    {
      name: 'search of a whole type',
      address: (n) => searched(kind(n), `&limit=${20 + (n % 5)}`),
      byHand: (n) => found(matching(`type ${type(n)}`)),
    },
    {
      name: 'search, three facets chosen',
      address: (n) => searched(kind(n), `&brand=${brand(n)}&stock=yes&priceFrom=${1 + (n % 40)}`),
      byHand: (n) => {
        const its = `type_id = '${type(n)}'`;
        const [ofBrand, there, dear] = [
          `brand = '${brand(n)}'`,
          'in_stock >= order_quantity',
          `price_cents >= ${100 + (n % 40) * 100}`,
        ];
        const all = (...conditions: string[]) =>
          `(select * from parts where archived_at is null and ${conditions.join(' and ')} limit 1001)`;
        return `with found as materialized ${all(its, ofBrand, there, dear)}, a as materialized ${all(its, there, dear)},
          b as materialized ${all(its, ofBrand, dear)}, c as materialized ${all(its, ofBrand, there)}
          select (select json_agg(rows) from (select ${columns} from found order by ${byNewest} limit 25) rows), ${figures('found')},
            ${counts('brand', 'a')}, (select count(*) from b where in_stock >= order_quantity), (select json_build_array(min(price_cents), max(price_cents)) from c)`;
      },
    },
    {
      name: 'search with a vehicle',
      address: (n) => searched(`${kind(n)} make${n % 30} model${n % 30}-${n % 40}`),
      byHand: (n) =>
        found(
          `search @@ '''type ${type(n)}'' & (''fits make${n % 30} model${n % 30}-${n % 40}'' | ''fits any'')'::tsquery`,
        ),
    },
    {
      name: 'search with a slip',
      address: (n) =>
        searched(
          `${sized(n).name.slice(0, 3)}${'qzxjwkvyu'[n % 9]}${sized(n).name.slice(3)} ${sized(n).dia} mm`,
        ),
      byHand: (n) => found(matching(`type ${sized(n).id}`, `is dia ${sized(n).dia}`)),
    },
    {
      name: 'search without hits',
      address: (n) => searched(`zeltrane${'abcdefghij'[n % 10]}x qwerty${n}`),
      byHand: (n) => {
        const words = [`zeltrane${'abcdefghij'[n % 10]}x`, `qwerty${n}`];
        const each = words.map(
          (word) =>
            `(select count(*) from (select from parts where archived_at is null and ${matching(word)} limit 1001) its)`,
        );
        const newest = `select ${columns} from parts where archived_at is null order by ${byNewest} limit 4`;
        return `${found(matching(...words))}, ${each.join(', ')}, (select json_agg(newest) from (${newest}) newest)`;
      },
    },
    {
      name: 'number',
      address: (n) => searched(`8a0 bn-${1000 + n}`),
      byHand: (n) =>
        found(`id in (select part_id from part_numbers where number_key = '8A0BN${1000 + n}')`),
    },
    {
      name: "a number's middle",
      address: (n) => searched(`A0BN${1000 + n}`),
      byHand: (n) =>
        found(
          matching(
            ...Array.from(
              { length: 6 },
              (_, at) => `number ${`A0BN${1000 + n}`.slice(at, at + 3)}`,
            ),
          ),
        ),
    },
    {
      name: 'suggestions',
      address: (n) => `/api/suggestions?q=${encodeURIComponent(`${kind(n)} ${n}`.slice(0, -1))}`,
      byHand: (n) =>
        found(
          matching(`type ${type(n)}`),
          `select ${columns} from found order by ${byNewest} limit 6`,
        ),
    },
    {
      name: 'category, page 1',
      address: (n) => `/api/search?category=braking&limit=${24 + (n % 3)}`,
      byHand: () => shelf('braking', 0),
    },
    {
      name: `category, page ${lastPage}`,
      address: (n) => `/api/search?category=braking&page=${lastPage}&limit=${24 + (n % 3)}`,
      byHand: () => shelf('braking', (lastPage - 1) * 24),
    },
    {
      name: 'list of a category',
      address: (n) => `/api/parts?category=braking&limit=${24 + (n % 3)}`,
      byHand: () =>
        `select ${columns} from parts where archived_at is null and category_id = 'braking' order by ${byNewest} limit 25`,
    },
    {
      name: 'vehicles',
      address: (n) => `/api/vehicles?make=Make${n % 30}&model=Model${n % 30}-${n % 40}`,
      byHand: (n) => vehiclesOf(`Make${n % 30}`, `Model${n % 30}-${n % 40}`),
    },
    {
      name: 'popular vehicle',
      address: (n) => `/api/parts?make=Make0&limit=24&year=${2000 + (n % 11)}`,
      byHand: (n) =>
        `select ${columns} from (select * from parts where archived_at is null and id in (select part_id from fitments where make = 'Make0'
          and year_from <= ${2000 + (n % 11)} and year_to >= ${2000 + (n % 11)} limit 1001)) found order by ${byNewest} limit 25`,
    },
    {
      name: 'part',
      address: (n) => `/api/parts/${one(n).id}`,
      byHand: (
        n,
      ) => `select p.*, (select json_agg(f) from fitments f where part_id = p.id), (select json_agg(m) from part_numbers m where part_id = p.id),
        (select json_agg(o) from part_pictures o where part_id = p.id), (select json_agg(r.id) from parts r where r.replaced_by = p.id),
        (select json_build_array(count(*), avg(rating)) from reviews r where r.part_id = p.id) from parts p where p.id = '${one(n).id}'`,
    },
    {
      name: 'related parts',
      address: (n) => `/api/parts/${one(n).id}/related`,
      byHand: (
        n,
      ) => `select ${columns} from (select * from parts where type_id = '${one(n).type_id}' and archived_at is null order by ${byNewest} limit 121) p
        order by exists (select from fitments f join fitments v using (make, model) where f.part_id = p.id and v.part_id = '${one(n).id}'
          and f.year_from <= v.year_to and f.year_to >= v.year_from) desc, in_stock >= order_quantity desc, ${byNewest} limit 8`,
    },
    {
      name: 'admin list by word',
      address: (n) => `/api/admin/parts?q=${encodeURIComponent(kind(n))}&limit=${24 + (n % 3)}`,
      byHand: (n) =>
        `select ${columns} from (select * from parts where search @@ plainto_tsquery('english', '${kind(n)}') limit 2000) its order by ${byNewest} limit 25`,
    },
    {
      name: 'admin list, low in stock',
      address: (n) => `/api/admin/parts?show=low&limit=${24 + (n % 3)}`,
      byHand: () =>
        `select ${columns} from parts where archived_at is null and in_stock < order_quantity order by ${byNewest} limit 25`,
    },
    {
      name: 'admin list, archived',
      address: (n) => `/api/admin/parts?show=archived&limit=${24 + (n % 3)}`,
      byHand: () =>
        `select ${columns} from parts where archived_at is not null order by ${byNewest} limit 25`,
    },
  ];
}

/** Makes, models of one and years of one of these: each step is a look into the index. */
function vehiclesOf(make: string, model: string): string {
  const steps = (column: string, where: string) => `(with recursive its as (
    (select ${column} from fitments where ${where} order by ${column} limit 1) union all
    select (select f.${column} from fitments f where ${where} and f.${column} > its.${column} order by f.${column} limit 1) from its where its.${column} is not null)
    select json_agg(${column}) from its)`;
  return `select ${steps('make', 'true')}, ${steps('model', `make = '${make}'`)}, ${steps('year_from', `make = '${make}' and model = '${model}'`)}`;
}
