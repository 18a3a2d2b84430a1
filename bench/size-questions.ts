// What bench/size.ts asks: every list, search and public page, and one of each thing that has an address.
import { sql, type Kysely } from 'kysely';
import { fitmentFaultKinds } from '#contract/vehicles.ts';
import { vehicleSlug } from '#contract/vehicle-slug.ts';
import type { Tables } from '#server/db/schema.ts';
import { figureQuestions } from './figure-questions.ts';
import { findingQuestions } from './finding-questions.ts';
import { largeCustomer } from './long-lists.ts';
import { pageQuestions } from './page-questions.ts';
import { at, type Asker, type Question } from './question.ts';

/** A vehicle that parts on sale fit, and the category of one of these, as they stand in addresses of pages. */
export interface VehicleSlugs {
  readonly make: string;
  readonly model: string;
  readonly year: number;
  readonly category: string;
}

/** What is in the shop. */
export interface Known {
  readonly parts: readonly { id: string; name: string }[];
  readonly categories: readonly string[];
  /** That everybody buys. */
  readonly hotPart: string;
  readonly orders: readonly { id: string; email: string; transaction: string }[];
  readonly ownOrders: readonly string[];
  readonly ownBatch: string;
  readonly ownLists: readonly string[];
  readonly newestImport: string;
  readonly vehicles: readonly VehicleSlugs[];
}

export async function lookAround(db: Kysely<Tables>): Promise<Known> {
  const ids = async (statement: ReturnType<typeof sql<{ id: string }>>) =>
    (await statement.execute(db)).rows.map(({ id }) => id);
  const own = sql`(select id from users where email = ${largeCustomer.email})`;
  const orders = await sql<Known['orders'][number]>`
    select id, email, coalesce(transaction_id, 'none') as transaction from orders where state = 'shipped' order by md5(id::text) limit 500`.execute(
    db,
  );
  const parts = await sql<Known['parts'][number]>`
    select id, name from parts where archived_at is null limit 500`.execute(db);
  const [hotPart = ''] = await ids(
    sql`select part_id as id from orders group by part_id order by count(*) desc limit 1`,
  );
  const [ownBatch = ''] = await ids(sql`select id from batches where user_id = ${own} limit 1`);
  const [newestImport = ''] = await ids(
    sql`select id from imports order by created_at desc limit 1`,
  );
  return {
    parts: parts.rows,
    categories: await ids(sql`select id from categories order by id`),
    hotPart,
    orders: orders.rows,
    ownOrders: await ids(sql`select id from orders where user_id = ${own} limit 500`),
    ownBatch,
    ownLists: await ids(sql`select id from saved_lists where user_id = ${own}`),
    newestImport,
    vehicles: await vehiclesIn(db),
  };
}

async function vehiclesIn(db: Kysely<Tables>): Promise<VehicleSlugs[]> {
  const { rows } = await sql<VehicleSlugs>`
    select f.make, f.model, f.year_from as year, p.category_id as category
      from fitments f join parts p on p.id = f.part_id
      where p.archived_at is null and p.category_id is not null limit 500`.execute(db);
  return rows.map(({ make, model, year, category }) => ({
    make: vehicleSlug(make),
    model: vehicleSlug(model),
    year,
    category: vehicleSlug(category),
  }));
}

const customersCalls = (known: Known): readonly (readonly [string, string])[] => [
  ['my orders, without a limit', '/my-orders'],
  ['my orders, 20', '/my-orders?limit=20'],
  ['my orders, by a word', '/my-orders?limit=20&q=mm'],
  ['my orders, shipped', '/my-orders?limit=20&state=shipped'],
  ['my orders, none cancelled', '/my-orders?limit=20&state=cancelled'],
  ['my orders, of a time', '/my-orders?limit=20&since=2026-01-01T00:00:00Z'],
  ['lines of a list', `/my-orders?batch=${known.ownBatch}`],
  ['orders by address, without a limit', `/orders?email=${largeCustomer.email}`],
  ['orders by address, 20', `/orders?email=${largeCustomer.email}&limit=20`],
  ['orders by address, paid', `/orders?email=${largeCustomer.email}&paid=true&limit=20`],
  ['bought before, without a limit', '/bought-before'],
  ['bought before, 20', '/bought-before?limit=20'],
  ['bought before, by a word', '/bought-before?limit=20&q=mm'],
  ['a list', `/batches/${known.ownBatch}`],
  ['history of a list', `/batches/${known.ownBatch}/history`],
  ['documents of a list', `/batches/${known.ownBatch}/documents`],
  ['back in stock', '/my-alerts'],
  ['order pad', '/order-list'],
  ['saved lists', '/my-lists'],
  ['vehicles', '/my-vehicles'],
  ['a file of my orders, shipped', '/my-orders.csv?state=shipped'],
  ['addresses', '/my-addresses'],
  ['what may be held', '/hold'],
  ['account', `/user/${largeCustomer.email}`],
];

const orderStates = [
  'unpaid',
  'pending',
  'shipped',
  'refunded',
  'never-paid',
  'disputed',
  'refund-failed',
];
const orderSorts = ['oldest', 'total', 'customer', 'product', 'quantity', 'status'];
const partSorts = ['oldest', 'name', 'price', 'stock', 'minimum'];
const bothWays = (sorts: readonly string[]): string[] =>
  sorts.flatMap((sort) => (sort === 'oldest' ? [sort] : [sort, `-${sort}`]));

const adminsCalls = ({ hotPart, newestImport }: Known): readonly (readonly [string, string])[] => [
  ['orders, without a limit', '/order'],
  ['orders, 25', '/order?limit=25'],
  ...bothWays(orderSorts).map(
    (sort) => [`orders, ${sort}`, `/order?limit=25&sort=${sort}`] as const,
  ),
  ...orderStates.flatMap(
    (state) =>
      [
        [`orders, ${state}`, `/order?limit=25&state=${state}`],
        [`orders, ${state}, highest total`, `/order?limit=25&state=${state}&sort=-total`],
        [`count of orders, ${state}`, `/admin/orders/count?state=${state}`],
      ] as const,
  ),
  ['count of orders', '/admin/orders/count'],
  ['orders, q of many', '/order?limit=25&q=buyer'],
  ['count of orders, q of many', '/admin/orders/count?q=buyer'],
  ['orders of a customer with many', `/order?limit=25&customer=${largeCustomer.email}`],
  [
    'count of orders of a customer with many',
    `/admin/orders/count?customer=${largeCustomer.email}`,
  ],
  ['parts, 25', '/admin/parts?limit=25'],
  ...['sale', 'all', 'low', 'sold-out', 'archived'].flatMap((show) =>
    ['newest', ...bothWays(partSorts)].map(
      (sort) =>
        [`parts, ${show}, ${sort}`, `/admin/parts?limit=25&show=${show}&sort=${sort}`] as const,
    ),
  ),
  ...['sale', 'all', 'low', 'sold-out', 'archived'].map(
    (show) => [`count of parts, ${show}`, `/admin/parts/count?show=${show}`] as const,
  ),
  ["a part's stock", `/admin/parts/${hotPart}/stock`],
  ["a part's reviews", `/admin/parts/${hotPart}/reviews`],
  ['users, without a limit', '/users'],
  ['users, 25', '/users?limit=25'],
  ...bothWays(['oldest', 'name', 'email']).map(
    (sort) => [`users, ${sort}`, `/users?limit=25&sort=${sort}`] as const,
  ),
  ['users, admins', '/users?limit=25&role=admin'],
  ['users, not admins', '/users?limit=25&role=user'],
  ['users, blocked', '/users?limit=25&blocked=yes'],
  ['users, blocked, by name', '/users?limit=25&blocked=yes&sort=name'],
  ['users, admins, by name', '/users?limit=25&role=admin&sort=name'],
  ['users, not blocked', '/users?limit=25&blocked=no'],
  ['users, q of many', '/users?limit=25&q=buyer'],
  ['users, q of many, by name', '/users?limit=25&q=buyer&sort=name'],
  ['count of users', '/admin/users/count'],
  ['count of users, q of many', '/admin/users/count?q=buyer'],
  ['count of users, admins', '/admin/users/count?role=admin'],
  ['count of users, blocked', '/admin/users/count?blocked=yes'],
  ['lists', '/admin/batches?limit=25'],
  ...['unpaid', 'pending', 'shipped', 'refunded', 'cancelled'].flatMap(
    (state) =>
      [
        [`lists, ${state}`, `/admin/batches?limit=25&state=${state}`],
        [`count of lists, ${state}`, `/admin/batches/count?state=${state}`],
      ] as const,
  ),
  ['lists, q of many', '/admin/batches?limit=25&q=buyer'],
  ['count of lists', '/admin/batches/count'],
  ['count of lists, q of many', '/admin/batches/count?q=buyer'],
  ...['open', 'asked', 'agreed', 'declined', 'settled'].map(
    (status) => [`returns, ${status}`, `/admin/returns?limit=25&status=${status}`] as const,
  ),
  ['returns', '/admin/returns?limit=25'],
  ['audit log', '/admin/audit?limit=25'],
  ['audit log, orders', '/admin/audit?limit=25&subject=order'],
  ['audit log, settings', '/admin/audit?limit=25&subject=settings'],
  ['audit log, imports (none)', '/admin/audit?limit=25&subject=import'],
  ['audit log, q of many', '/admin/audit?limit=25&q=shipped'],
  ['security events', '/admin/security-events?limit=25'],
  ['security events, of a kind', '/admin/security-events?limit=25&kind=password_changed'],
  ['security events, of a rare kind', '/admin/security-events?limit=25&kind=forged_message'],
  ['security events, of no kind', '/admin/security-events?limit=25&kind=account_closed'],
  ['security events, long ago', '/admin/security-events?limit=25&until=2020-06-01T00:00:00Z'],
  ['security events, q of many', '/admin/security-events?limit=25&q=buyer'],
  ['imports', '/admin/imports?limit=25'],
  ['an import', `/admin/imports/${newestImport}`],
  ['parts of an import', `/admin/imports/${newestImport}/parts?limit=25`],
  ['parts of an import, added', `/admin/imports/${newestImport}/parts?limit=25&result=add`],
  [
    'parts of an import, refused (none)',
    `/admin/imports/${newestImport}/parts?limit=25&result=refused`,
  ],
  ['faults of an import', `/admin/imports/${newestImport}/faults?limit=25`],
  ['synonyms', '/admin/synonyms'],
  ['searches without hits', '/admin/empty-searches'],
  ['payments without orders', '/admin/unbooked-payments'],
  ['part types', '/admin/part-types'],
  ['settings', '/admin/settings'],
  ["the doctor's page", '/admin/doctor'],
  ['whether figures are mailed', '/admin/weekly-figures'],
  ['coverage of vehicles', '/admin/vehicles/coverage'],
  ...fitmentFaultKinds.map(
    (kind) =>
      [
        `parts with faults, ${kind}`,
        `/admin/vehicles/faults?limit=25&kind=${encodeURIComponent(kind)}`,
      ] as const,
  ),
  ['known makes', '/admin/vehicles/known'],
  ['vehicles that were added', '/admin/vehicles'],
  ['other names of vehicles', '/admin/vehicle-names'],
  ...filesOfLists,
];

/** Files of what is narrowed: one of everything takes as long as it is, whatever is asked beside it. */
const filesOfLists: readonly (readonly [string, string])[] = [
  ['a file of orders, disputed', '/admin/orders.csv?state=disputed'],
  [
    'a file of orders of a customer with many',
    `/admin/orders.csv?customer=${largeCustomer.email}&sort=-total`,
  ],
  ['a file of users, blocked', '/admin/users.csv?blocked=yes'],
  ['a file of the audit log, settings', '/admin/audit.csv?subject=settings'],
];

/** Of those that the shop knows by itself. */
const knownMakes = ['Audi', 'BMW', 'Ford', 'Toyota', 'Volkswagen'];

/** Lists of admins that another text is looked for in each time. */
function adminsSearches({ orders, parts }: Known): Question[] {
  const by = 'admin' as const;
  const lists = [
    ['orders', '/order', '/admin/orders/count'],
    ['users', '/users', '/admin/users/count'],
    ['lists', '/admin/batches', '/admin/batches/count'],
    ['audit log', '/admin/audit', undefined],
    ['security events', '/admin/security-events', undefined],
  ] as const;
  return [
    ...lists.flatMap(([name, list, count]): Question[] => [
      { name: `${name}, q, none found`, by, address: (n) => `/api${list}?limit=25&q=zeltrane${n}` },
      {
        name: `${name}, q of an address`,
        by,
        address: (n) => `/api${list}?limit=25&q=${at(orders, n).email}`,
      },
      {
        name: `${name}, q of few letters`,
        by,
        address: (n) => `/api${list}?limit=25&q=${'abcdefghij'[n % 10]}${n % 7}`,
      },
      ...(count
        ? [
            {
              name: `count of ${name}, q, none found`,
              by,
              address: (n: number) => `/api${count}?q=zeltrane${n}`,
            },
          ]
        : []),
    ]),
    {
      name: 'orders, q of a transaction',
      by,
      address: (n) => `/api/order?limit=25&q=${at(orders, n).transaction}`,
    },
    {
      name: "orders, q of an order's number",
      by,
      address: (n) => `/api/order?limit=25&q=${at(orders, n).id.slice(0, 8)}`,
    },
    {
      name: 'orders of a customer',
      by,
      address: (n) => `/api/order?limit=25&customer=${at(orders, n).email}`,
    },
    {
      name: 'count of orders of a customer',
      by,
      address: (n) => `/api/admin/orders/count?customer=${at(orders, n).email}`,
    },
    { name: 'brands', by, address: (n) => `/api/admin/brands?q=${'abcdefghij'[n % 10]}` },
    { name: 'a part', by, address: (n) => `/api/admin/parts/${at(parts, n).id}` },
    {
      name: 'a file of parts, q of a number',
      by,
      address: (n) => `/api/admin/parts.csv?show=all&q=BN-${n}`,
    },
    {
      name: 'known models',
      by,
      address: (n) => `/api/admin/vehicles/known?make=${at(knownMakes, n)}`,
    },
    ...['sale', 'all', 'low', 'sold-out', 'archived'].flatMap((show): Question[] => [
      {
        name: `parts, ${show}, q of many`,
        by,
        address: (n) => `/api/admin/parts?limit=${24 + (n % 3)}&show=${show}&q=front`,
      },
      {
        name: `parts, ${show}, q of a type`,
        by,
        address: (n) => `/api/admin/parts?limit=${24 + (n % 3)}&show=${show}&q=spark+plug`,
      },
      {
        name: `parts, ${show}, q of few letters`,
        by,
        address: (n) =>
          `/api/admin/parts?limit=25&show=${show}&q=${'abcdefghij'[n % 10]}${'aeiou'[n % 5]}`,
      },
      {
        name: `parts, ${show}, q of a number`,
        by,
        address: (n) => `/api/admin/parts?limit=25&show=${show}&q=BN-${n}`,
      },
      {
        name: `parts, ${show}, q, none found`,
        by,
        address: (n) => `/api/admin/parts?limit=25&show=${show}&q=zeltrane${n}`,
      },
      {
        name: `count of parts, ${show}, q of many`,
        by,
        address: (n) => `/api/admin/parts/count?show=${show}&q=front+${n % 9}`,
      },
    ]),
  ];
}

/** The questions to a shop of `lookAround`. */
export async function questionsTo(db: Kysely<Tables>, known: Known): Promise<Question[]> {
  const own = ([name, path]: readonly [string, string], by: Asker): Question => ({
    name: `${by === 'admin' ? 'admin' : 'customer'}: ${name}`,
    by,
    address: () => `/api${path}`,
  });
  const { hotPart, ownOrders, ownLists } = known;
  const by = 'customer' as const;
  return [
    { name: 'nothing but an answer, /healthz', by: 'anybody', address: () => '/healthz' },
    ...(await findingQuestions(db, known.vehicles)),
    { name: 'how the shop is set up', by: 'anybody', address: () => '/api/site' },
    { name: 'mails of a demo', by: 'anybody', address: () => '/api/dev/outbox' },
    { name: 'parts, without a limit', by: 'anybody', address: () => '/api/parts' },
    { name: 'parts, 24', by: 'anybody', address: (n) => `/api/parts?limit=${24 + (n % 3)}` },
    {
      name: 'parts by words',
      by: 'anybody',
      address: (n) => `/api/parts?limit=24&q=brake+disc+${n}`,
    },
    { name: 'categories', by: 'anybody', address: () => '/api/categories' },
    { name: 'reviews, without a limit', by: 'anybody', address: () => '/api/review' },
    { name: 'reviews, 6', by: 'anybody', address: () => '/api/review?limit=6' },
    {
      name: "a part's reviews",
      by: 'anybody',
      address: () => `/api/review?productId=${hotPart}&limit=20`,
    },
    { name: 'customer: an order', by, address: (n) => `/api/orders/${at(ownOrders, n)}` },
    {
      name: 'customer: history of an order',
      by,
      address: (n) => `/api/orders/${at(ownOrders, n)}/history`,
    },
    {
      name: 'customer: documents of an order',
      by,
      address: (n) => `/api/orders/${at(ownOrders, n)}/documents`,
    },
    {
      name: 'customer: confirmation of an order',
      by,
      address: (n) => `/api/documents/confirmation/${at(ownOrders, n)}`,
    },
    { name: 'customer: a saved list', by, address: (n) => `/api/my-lists/${at(ownLists, n)}` },
    {
      name: 'customer: returns of an order',
      by,
      address: (n) => `/api/orders/${at(ownOrders, n)}/returns`,
    },
    ...customersCalls(known).map((call) => own(call, 'customer')),
    ...adminsCalls(known).map((call) => own(call, 'admin')),
    ...adminsSearches(known).map((one) => ({ ...one, name: `admin: ${one.name}` })),
    ...(await figureQuestions(db)),
    ...pageQuestions(known),
  ];
}
