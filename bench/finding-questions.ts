import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/schema.ts';
import { at, type Question } from './question.ts';
import type { Known, VehicleSlugs } from './size-questions.ts';

const kinds = ['brake disc', 'oil filter', 'spark plug', 'water pump', 'shock absorber'];
const kind = (n: number) => kinds[n % kinds.length] ?? '';
/** Brands of which there are pieces. */
const brand = (n: number) => `Brand${2 + (n % 8) * 5}`;
const searched = (words: string, more = '') => `/api/search?q=${encodeURIComponent(words)}${more}`;

/** The list of a vehicle, as it is or with `more`: another vehicle for each of 3,600 numbers, because what was counted is kept for the same one. */
function ofVehicle(more: string): (n: number) => string {
  return (n) =>
    `/api/search?make=Make${n % 30}&model=Model${n % 30}-${Math.floor(n / 30) % 40}&year=${2005 + (n % 9)}&engine=2.0+L4+diesel&limit=${24 + (n % 3)}${more}`;
}

/** What visitors ask who have chosen a vehicle: what fits it alone, and all parts, of which these come first. */
const vehicleQuestions: Record<string, (n: number) => string> = Object.fromEntries(
  [
    ['', 'what fits'],
    ['&fit=first', 'fitting first'],
  ].flatMap(([fit = '', how = '']) => [
    [`vehicle, ${how}`, ofVehicle(fit)],
    [`vehicle, ${how}, page 20`, ofVehicle(`${fit}&page=20`)],
    [`vehicle, ${how}, by price`, ofVehicle(`${fit}&sort=price`)],
    [`vehicle, ${how}, a category`, ofVehicle(`${fit}&category=braking`)],
    [
      `vehicle, ${how}, three facets chosen`,
      (n) => ofVehicle(`${fit}&category=braking&brand=${brand(n)}&stock=yes`)(n),
    ],
    [`vehicle, ${how}, a search`, (n) => ofVehicle(`${fit}&q=${encodeURIComponent(kind(n))}`)(n)],
    [`make, ${how}`, (n) => `/api/search?make=Make${n % 30}&limit=${24 + (n % 3)}${fit}`],
  ]),
);

/** What the pages of vehicles show. */
function pagesOfVehicles(vehicles: Known['vehicles']): Record<string, (n: number) => string> {
  const asked =
    (more: (vehicle: VehicleSlugs) => string) =>
    (n: number): string => {
      const vehicle = at(vehicles, n);
      return `/api/vehicle-pages?make=${vehicle.make}${more(vehicle)}`;
    };
  return {
    'makes that have a page': () => '/api/vehicle-pages',
    'page of a make': asked(() => ''),
    'page of a model': asked(({ model }) => `&model=${model}`),
    "page of a model's year": asked(({ model, year }) => `&model=${model}&year=${year}`),
    "page of a vehicle's category": asked(
      ({ model, year, category }) => `&model=${model}&year=${year}&category=${category}`,
    ),
  };
}

/** What visitors ask who look for a part. What is counted of a category, of all parts or of a make is kept for a moment: others that ask for it have been there before. */
export async function findingQuestions(
  db: Kysely<Tables>,
  vehicles: Known['vehicles'],
): Promise<Question[]> {
  const [counted] = (
    await sql<{ parts: number }>`
    select reltuples::int as parts from pg_class where relname = 'parts'`.execute(db)
  ).rows;
  const lastPage = Math.min(500, Math.max(1, Math.floor((counted?.parts ?? 0) / 20 / 24)));
  const { rows } = await sql<{ id: string }>`
    select id from parts where archived_at is null limit 160`.execute(db);
  const measured = await sql<{ name: string; dia: string }>`
    select lower(t.name) as name, p.attributes ->> 'dia' as dia from parts p join part_types t on t.id = p.type_id
      join part_type_attributes a on a.type_id = t.id and a.key = 'dia' and a.unit = 'mm'
      where p.archived_at is null and p.attributes ->> 'dia' <> '0' limit 160`.execute(db);
  /** Of as many parts as a list shows. */
  const idsFrom = (n: number) =>
    Array.from({ length: 24 }, (_, place) => `ids=${one(n + place)}`).join('&');
  const sized = (n: number) => measured.rows[n % measured.rows.length] ?? { name: '', dia: '' };
  const one = (n: number) => rows[n % rows.length]?.id ?? '';
  const archived = await sql<{ id: string }>`
    select id from parts where archived_at is not null limit 500`.execute(db);
  const questions: Record<string, (n: number) => string> = {
    'search with facets': (n) => searched(`${sized(n).name} ${sized(n).dia} mm`),
    'search of a whole type': (n) => searched(kind(n), `&limit=${20 + (n % 5)}`),
    'search, three facets chosen': (n) =>
      searched(kind(n), `&brand=${brand(n)}&stock=yes&priceFrom=${1 + (n % 40)}`),
    'search of several kinds in a category': (n) =>
      searched('filter', `&category=filters&limit=${20 + (n % 5)}`),
    'search of what nearly all parts have': (n) => searched('mm', `&limit=${20 + (n % 5)}`),
    'search with a vehicle': (n) =>
      searched(`${kind(n)} make${n % 30} model${n % 30}-${Math.floor(n / 30) % 40}`),
    'search with a slip': (n) =>
      searched(
        `${sized(n).name.slice(0, 3)}${'qzxjwkvyu'[n % 9]}${sized(n).name.slice(3)} ${sized(n).dia} mm`,
      ),
    'search without hits': (n) => searched(`zeltrane${'abcdefghij'[n % 10]}x qwerty${n}`),
    number: (n) => searched(`8a0 bn-${1000 + n}`),
    "a number's middle": (n) => searched(`A0BN${1000 + n}`),
    suggestions: (n) => `/api/suggestions?q=${encodeURIComponent(`${kind(n)} ${n}`.slice(0, -1))}`,
    'category, page 1': (n) => `/api/search?category=braking&limit=${24 + (n % 3)}`,
    'category, page 500': (n) =>
      `/api/search?category=braking&page=${lastPage}&limit=${24 + (n % 3)}`,
    'category, by price': (n) => `/api/search?category=braking&sort=price&limit=${24 + (n % 3)}`,
    'all parts, by name': (n) => `/api/search?sort=name&limit=${24 + (n % 3)}`,
    'list of a category': (n) => `/api/parts?category=braking&limit=${24 + (n % 3)}`,
    vehicles: (n) => `/api/vehicles?make=Make${n % 30}&model=Model${n % 30}-${n % 40}`,
    'popular vehicle': (n) => `/api/parts?make=Make0&limit=24&year=${2000 + (n % 11)}`,
    part: (n) => `/api/parts/${one(n)}`,
    'related parts': (n) => `/api/parts/${one(n)}/related`,
    'archived part': (n) => `/api/archived-parts/${at(archived.rows, n).id}`,
    'what fits of a list': (n) =>
      `/api/fits?make=Make${n % 30}&model=Model${n % 30}-${Math.floor(n / 30) % 40}&year=${2005 + (n % 9)}&${idsFrom(n)}`,
    ...pagesOfVehicles(vehicles),
    ...vehicleQuestions,
  };
  return Object.entries(questions).map(([name, address]) => ({ name, by: 'anybody', address }));
}
