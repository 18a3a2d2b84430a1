import { renderToStaticMarkup } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test } from 'vitest';
import { partsWantedIn } from '#contract/parts-address-rules.ts';
import { nothingUnderstood } from '#contract/nothing-searched.ts';
import type { FoundPart, SearchAnswer } from '#contract/search.ts';
import PartsPage from './parts-page.tsx';

const id = '6f1c2d3e-0000-4000-8000-000000000001';
const noBreaks: FoundPart['priceBreaks'] = [];
// Cast, so that a new fact does not change this test.
const disc = {
  _id: id,
  name: 'Brake disc',
  image: '/pictures/brake-disc.webp',
  imageAlt: '',
  description: 'Vented disc.',
  price: 42,
  orderQuantity: 200,
  inStock: 4800,
  type: 'brake-disc',
  category: 'braking',
  brand: 'Brakkenfeld',
  partNumber: 'BD-3122',
  replacedBy: null,
  quantityStep: null,
  largestOrder: null,
  packLabel: null,
  priceBreaks: noBreaks,
  createdAt: '2026-01-05T08:00:00.000Z',
} as FoundPart;
const answer: SearchAnswer = {
  rows: [disc],
  total: { count: 312, more: false },
  fitting: null,
  page: 1,
  hasNext: true,
  sort: 'newest',
  facets: {
    more: false,
    moreOf: [],
    categories: [{ id: 'braking', name: 'Braking', parts: 54 }],
    types: [{ id: 'brake-disc', name: 'Brake disc', parts: 14 }],
    brands: [{ name: 'Brakkenfeld', parts: 10 }],
    inStock: 12,
    price: { least: 4, most: 107 },
    attributes: [],
  },
  understood: null,
  nothing: null,
};
const axle = {
  key: 'axle',
  label: 'Axle',
  unit: '',
  values: [
    { value: 'Front', parts: 8 },
    { value: 'Rear', parts: 6 },
  ],
  least: null,
  most: null,
};
const diameter = {
  key: 'dia',
  label: 'Diameter',
  unit: 'mm',
  values: ['256', '288', '312', '320', '330'].map((value) => ({ value, parts: 2 })),
  least: 256,
  most: 330,
};

/** The page at an address, as the server sends it. */
function shown(search: string, change: Partial<SearchAnswer> = {}): string {
  const found = { ok: true, value: { answer: { ...answer, ...change }, shelves } };
  const wanted = partsWantedIn(new URLSearchParams(search));
  const makes = { makes: ['Volkswagen'], models: [], years: [], engines: [] };
  const vehicles = { ok: true, value: makes };
  const Stub = createRoutesStub([{ id: 'parts', path: '/parts', Component: PartsPage }]);
  return renderToStaticMarkup(
    <Stub
      initialEntries={[`/parts${search}`]}
      hydrationData={{ loaderData: { parts: { wanted, vehicles, found } } }}
    />,
  );
}
const shelves = [
  { id: 'braking', name: 'Braking', parts: 54 },
  { id: 'empty', name: 'Nothing here', parts: 0 },
];

/** The words of each link with where it leads. */
const linksOf = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
      ([, to = '', inner = '']) => [inner.replaceAll(/<[^>]+>/g, ''), to.replaceAll('&amp;', '&')],
    ),
  );

test('each facet says how many parts it leaves, and leads to the list with it, from its first page', () => {
  expect(linksOf(shown('?make=Volkswagen&sort=price&page=3'))).toMatchObject({
    'Braking 54': '/parts?category=braking&make=Volkswagen&sort=price',
    'Brake disc 14': '/parts?type=brake-disc&make=Volkswagen&sort=price',
    'In stock 12': '/parts?make=Volkswagen&stock=yes&sort=price',
    'Brakkenfeld 10': '/parts?brand=Brakkenfeld&make=Volkswagen&sort=price',
  });
});

test('another shelf or part type takes along nothing that belongs to the one before', () => {
  const links = linksOf(shown('?category=engine&type=piston&a=dia:80&stock=yes'));
  expect(links).toMatchObject({
    'Braking 54': '/parts?category=braking&stock=yes',
    'Brake disc 14': '/parts?category=engine&type=brake-disc&stock=yes',
  });
});

test('counts of a list that is too long to count say that there are more', () => {
  const html = shown('', {
    total: { count: 500, more: true },
    facets: { ...answer.facets, more: true },
  });
  expect(linksOf(html)).toHaveProperty('Braking 54+');
  expect(html).toContain('500+ parts');
  expect(html).toContain('1 to 1 of 500+');
});

test('each chosen filter can be taken away by itself, and all of them at once', () => {
  const html = shown(
    '?category=braking&type=brake-disc&brand=Brakkenfeld&make=Volkswagen&model=Golf&year=2015&priceFrom=4&stock=yes&a=axle:Front&view=table',
    { facets: { ...answer.facets, attributes: [axle] } },
  );
  const rest = (without: string) =>
    `/parts?${[
      'category=braking',
      'type=brake-disc',
      'brand=Brakkenfeld',
      'make=Volkswagen&model=Golf&year=2015',
      'priceFrom=4',
      'stock=yes',
      'a=axle%3AFront',
    ]
      .filter((one) => !without.split(' ').includes(one))
      .join('&')}&view=table`;
  expect(linksOf(html)).toMatchObject({
    'Take away: Volkswagen Golf 2015': rest('make=Volkswagen&model=Golf&year=2015'),
    'Take away: Braking': rest('category=braking type=brake-disc a=axle%3AFront'),
    'Take away: Brake disc': rest('type=brake-disc a=axle%3AFront'),
    'Take away: In stock': rest('stock=yes'),
    'Take away: Brakkenfeld': rest('brand=Brakkenfeld'),
    'Take away: From $4.00': rest('priceFrom=4'),
    'Take away: Axle Front': rest('a=axle%3AFront'),
    'Clear all': '/parts?view=table',
  });
});

test('a list with a vehicle says it with its engine, how many parts are for it, and switches to all parts and back', () => {
  const vehicle = 'make=Volkswagen&model=Golf&year=2015&engine=2.0+L4+diesel';
  const only = shown(`?${vehicle}&page=2`, { fitting: { count: 312, more: false } });
  expect(linksOf(only)).toMatchObject({
    'Take away: Volkswagen Golf 2015, 2.0 L4 diesel': '/parts',
    'Only what fits: on. Show all parts, fitting first': `/parts?${vehicle}&fit=first`,
  });
  expect(only).toContain('312 parts for your vehicle');
  expect(only).toContain('Newest first');
  const first = shown(`?${vehicle}&fit=first`, { fitting: { count: 2, more: false } });
  expect(linksOf(first)).toMatchObject({
    'Take away: Volkswagen Golf 2015, 2.0 L4 diesel': '/parts',
    'Only what fits: off': `/parts?${vehicle}`,
  });
  expect(first).toContain('312 parts, 2 for your vehicle');
  expect(first).toContain('Newest, fitting first');
  expect(first).toContain('Parts, fitting first');
  const none = shown(`?${vehicle}&fit=first`, { fitting: { count: 0, more: false } });
  expect(none).toContain('312 parts, none for your vehicle');
  const noneYet = shown(`?${vehicle}&fit=first`, { fitting: { count: 0, more: true } });
  expect(noneYet).toContain('312 parts, none found for your vehicle');
  const nothingYet = shown(`?${vehicle}`, { rows: [], total: { count: 0, more: true } });
  expect(nothingYet).toContain('No part was found');
  expect(nothingYet).not.toContain('Show 0');
  expect(shown('?q=disc')).not.toContain('Only what fits');
  expect(shown(`?${vehicle}`, { rows: [], total: { count: 0, more: false } })).toContain(
    'No part matches all of it',
  );
});

test('values of an attribute are alternatives, and numbers a span that a form without scripts sends', () => {
  const html = shown('?type=brake-disc&a=axle:Front&a=dia:300..320', {
    facets: { ...answer.facets, attributes: [axle, diameter] },
  });
  expect(linksOf(html)).toMatchObject({
    'Without Front 8': '/parts?type=brake-disc&a=dia%3A300..320',
    'Rear 6': '/parts?type=brake-disc&a=axle%3AFront&a=axle%3ARear&a=dia%3A300..320',
  });
  const form = /<form aria-label="Diameter, mm".*?<\/form>/s.exec(html)?.[0] ?? '';
  expect(
    [...form.matchAll(/<input\b[^>]*>/g)].map(([input]) => [
      /name="([^"]*)"/.exec(input)?.[1],
      /value="([^"]*)"/.exec(input)?.[1],
    ]),
  ).toEqual([
    ['type', 'brake-disc'],
    ['a', 'axle:Front'],
    ['from.dia', '300'],
    ['to.dia', '320'],
  ]);
});

test('the pages before and after stand in the address with the range in sight', () => {
  const html = shown('?q=disc&page=3', { page: 3 });
  expect(html).toContain('49 to 49 of 312');
  expect(linksOf(html)).toMatchObject({
    'Previous page': '/parts?q=disc&page=2',
    'Next page': '/parts?q=disc&page=4',
  });
  expect(linksOf(shown('?q=disc&page=2', { page: 2 }))).toMatchObject({
    'Previous page': '/parts?q=disc',
  });
});

test('says what the words were read as, and leads back to what was typed', () => {
  const html = shown('?q=brkae+for+golf&stock=yes', {
    understood: {
      ...nothingUnderstood,
      corrected: [{ typed: 'brkae', as: 'brake' }],
      readAs: 'brake for golf',
      vehicle: { make: 'Volkswagen', model: 'Golf', year: null, engine: '2.0 L4 diesel' },
      ignored: ['for'],
    },
  });
  const words = html.replaceAll(/<[^>]+>/g, '');
  expect(words).toContain('Showing brake for golf.');
  expect(words).toContain('vehicle Volkswagen Golf, 2.0 L4 diesel');
  expect(words).toContain('for left out');
  expect(linksOf(html)).toMatchObject({
    'Search for “brkae for golf” instead': '/parts?q=brkae+for+golf&exact=yes&stock=yes',
  });
});

test('says each thing that was understood once, also values of one measure', () => {
  const html = shown('?q=x', {
    understood: {
      ...nothingUnderstood,
      attributes: [
        { label: 'Diameter', value: '312', unit: 'mm' },
        { label: 'Diameter', value: '320', unit: 'mm' },
        { label: 'Diameter', value: '312', unit: 'mm' },
      ],
      ignored: ['for', 'a', 'for'],
    },
  });
  const list = /<ul aria-label="Understood".*?<\/ul>/s.exec(html)?.[0] ?? '';
  const said = [...list.matchAll(/<li\b[^>]*>(.*?)<\/li>/gs)].map(([, one = '']) =>
    one.replaceAll(/<[^>]+>/g, ''),
  );
  expect(said).toEqual(['Diameter 312 mm', 'Diameter 320 mm', 'for left out', 'a left out']);
});

test('a card says name, number, price, pack and stock in the words of the shop, and why it was found', () => {
  const match = { kind: 'oe', number: '8A0 319 812', maker: 'Volkswagen' } as const;
  const html = shown('?q=8A0319812', {
    rows: [
      { ...disc, match },
      { ...disc, _id: '2', inStock: 100 },
    ],
  });
  const [card = '', short = ''] = html.split('<li class="found-card').slice(1);
  const words = card.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');
  for (const said of [
    'BD-3122 · Brakkenfeld',
    'Brake disc',
    'OE number 8A0 319 812 (Volkswagen)',
    '$42.00 |/ pice',
    '200 items pack',
    '4800 - In Stock',
    'Purchase now',
  ])
    expect(words).toContain(`|${said}|`);
  // What cannot be ordered now does not call for it.
  expect(card).toContain('button-soft');
  expect(short).not.toContain('button-soft');
});

test('cards and table say what a piece costs whoever orders more, where that is less', () => {
  const priceBreaks = [
    { from: 400, price: 40 },
    { from: 800, price: 38.5 },
  ];
  for (const view of ['', '?view=table']) {
    const rows = (one: FoundPart) => shown(view, { rows: [one] }).replaceAll(/<[^>]+>/g, '|');
    expect(rows({ ...disc, priceBreaks })).toContain('|$38.50 from 800|');
    expect(rows(disc)).not.toContain(' from ');
  }
});

test('what the search says of the vehicle in the address stands at its parts, without scripts', () => {
  const fit = { state: 'check', reason: '2.0 diesel only: choose the engine.' } as const;
  for (const view of ['', '?view=table']) {
    const html = shown(view, { rows: [{ ...disc, fit }] });
    expect(html.replaceAll(/<[^>]+>/g, '')).toContain(`Check: ${fit.reason}`);
    expect(html).toContain(`title="${fit.reason}"`);
    expect(html).not.toContain('with-vehicle');
  }
});

test('the table has the attributes that tell the parts of a type apart as columns', () => {
  const row = { ...disc, attributes: { axle: 'Front', dia: 312 } };
  const html = shown('?type=brake-disc&view=table', {
    rows: [row],
    facets: { ...answer.facets, attributes: [axle, { ...diameter, values: [], most: 256 }] },
  });
  const heads = [...html.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs)].map(([, head = '']) =>
    head.replaceAll(/<[^>]+>/g, ''),
  );
  expect(heads).toEqual([
    'Number',
    'Name',
    'Brand',
    'Fits',
    'Axle',
    'Minimum',
    'In stock',
    '$ / pice',
    'Order',
    'List',
  ]);
  const cells = [...html.matchAll(/<td\b[^>]*>(.*?)<\/td>/gs)].map(([, cell = '']) =>
    cell.replaceAll(/<[^>]+>/g, ''),
  );
  expect(cells).toEqual([
    'BD-3122',
    'Brake disc',
    'Brakkenfeld',
    '',
    'Front',
    '200',
    '4,800',
    '$42.00',
    'Purchase now',
    '',
  ]);
});

test('nothing found leads on: without a word, to near numbers and parts, and to the shelves that hold something', () => {
  const html = shown('?q=brake+disc+carbonceramic&brand=Tarnholm', {
    rows: [],
    total: { count: 0, more: false },
    nothing: {
      without: [
        { leftOut: '', q: 'brake disc', found: { count: 14, more: false } },
        { leftOut: 'carbonceramic', q: 'disc', found: { count: 5, more: false } },
      ],
      numbers: [{ kind: 'own', number: 'BD-3122', maker: '', part: disc }],
      near: [disc],
    },
  });
  expect(html).toContain('No part matches all of it');
  expect(html).toContain('The nearest parts');
  const links = linksOf(html);
  expect(links).toMatchObject({
    'brake disc without the filters14 parts': '/parts?q=brake+disc',
    'disc carbonceramic left out5 parts': '/parts?q=disc',
    'BD-3122 Brake disc': `/parts/brake-disc-${id}`,
    'Braking54 parts': '/parts?category=braking',
  });
  expect(Object.keys(links).join()).not.toContain('Nothing here');
});

test('filters that leave nothing are said to, whatever they are', () => {
  const none = { rows: [], total: { count: 0, more: false } };
  for (const address of ['?category=braking&priceTo=0.01', '?stock=yes', '?brand=Tarnholm'])
    expect(shown(address, none)).toContain('No part matches all of it');
});

test('parts below a search of which nothing comes near are said to be the newest', () => {
  const nothing = { without: [], numbers: [], near: [disc] };
  const none = { rows: [], total: { count: 0, more: false }, understood: nothingUnderstood };
  const below = (areNewest: boolean) =>
    shown('?q=flux', { ...none, nothing: { ...nothing, areNewest } });
  expect(below(true)).toContain('The newest parts');
  expect(below(false)).toContain('The nearest parts');
});

test('an empty shop says so, and so does a page behind the last', () => {
  const none = { rows: [], total: { count: 0, more: false } };
  expect(shown('', none)).toContain('There are no parts in the shop yet.');
  const beyond = shown('?q=disc&stock=yes&view=table&page=9', { ...none, page: 9 });
  expect(beyond).toContain('There are no further parts.');
  expect(linksOf(beyond)).toHaveProperty('First page', '/parts?q=disc&stock=yes&view=table');
});
