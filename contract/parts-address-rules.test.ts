import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isNarrowed, partsFieldNames, partsQueryOf, partsWantedIn } from './parts-address-rules.ts';
import { SearchQuery } from './search.ts';

const wantedIn = (search: string) => partsWantedIn(new URLSearchParams(search));
const canonical = (search: string) =>
  new URLSearchParams(partsQueryOf(wantedIn(search))).toString();

test.each([
  ['', {}],
  ['q=+brake++disc+', { q: 'brake  disc' }],
  ['q=&category=%20&x=1', {}],
  ['q=brake%00disc&make=a%0Ab', {}],
  ['q=a%E2%80%A8b', {}],
  ['q=1HGCM82633A004352&brand=Drevanto', { brand: 'Drevanto' }],
  ['q=clutch+kit+golf+2015', { q: 'clutch kit golf 2015' }],
  ['q=Kru%CC%88mmer', { q: 'Kr\u00fcmmer' }],
  ['make=Ford&year=2015&page=2', { make: 'Ford', year: '2015', page: '2' }],
  ['make=Ford&model=F-150&year=banana&year=2015', { make: 'Ford', model: 'F-150' }],
  ['model=Golf&year=2015&make=', {}],
  ['make=Ford&engine=2%2C0l+Diesel', { make: 'Ford', engine: '2.0 diesel' }],
  ['make=Ford&engine=fast&fit=first', { make: 'Ford', fit: 'first' }],
  ['make=Ford&engine=&fit=only', { make: 'Ford' }],
  ['engine=2.0+diesel&fit=first&make=', {}],
  ['page=501', {}],
  ['page=0', {}],
  ['priceFrom=4.50&priceTo=%24107', { priceFrom: '4.5', priceTo: '107' }],
  ['priceFrom=-1&priceTo=1e3', {}],
  ['priceFrom=9,5&priceTo=12,50', { priceFrom: '9.5', priceTo: '12.5' }],
  ['priceFrom=1,000&priceTo=%241,234.50', { priceFrom: '1000', priceTo: '1234.5' }],
  ['priceFrom=1,2,3&priceTo=0,125', {}],
  ['priceFrom=1,0000&priceTo=1,00,000', {}],
  ['stock=yes&view=table&sort=-price', { stock: 'yes', sort: '-price', view: 'table' }],
  ['stock=no&view=list&sort=relevance', {}],
  ['a=dia:312&a=axle:Front&a=dia:312&a=nonsense', { a: ['axle:Front', 'dia:312'] }],
  ['from.dia=300&to.dia=320%2C5', { a: ['dia:300..320.5'] }],
  ['from.dia=300&to.dia=', { a: ['dia:300..'] }],
  ['from.dia=&to.dia=', {}],
  ['from.dia=thick', {}],
  ['exact=yes&q=brkae', { q: 'brkae', exact: 'yes' }],
])('the address ?%s asks for %j', (search, wanted) => {
  expect(wantedIn(search)).toEqual(wanted);
});

test.each([
  ['q', 100],
  ['category', 60],
  ['type', 60],
  ['brand', 60],
  ['make', 60],
] as const)('a text of %s is at most as long as the search takes it: %i', (name, most) => {
  const text = 'x'.repeat(most);
  expect(wantedIn(`${name}=${text}`)).toEqual({ [name]: text });
  expect(wantedIn(`${name}=${text}x`)).toEqual({});
  expect(z.safeParse(SearchQuery, { [name]: text }).success).toBe(true);
  expect(z.safeParse(SearchQuery, { [name]: `${text}x` }).success).toBe(false);
});

test('of half a character and of a file nothing is read', () => {
  const form = new FormData();
  form.set('q', new File(['disc'], 'disc.txt'));
  form.set('from.dia', new File(['300'], 'x'));
  expect(partsWantedIn(form)).toEqual({});
  const half = {
    get: (name: string) => (name === 'q' ? '\ud800' : null),
    getAll: () => ['dia:\ud800'],
    keys: () => ['q', 'a'],
  };
  expect(partsWantedIn(half)).toEqual({});
});

test.each([
  ['a=:1', {}],
  ['a=dia:', {}],
  ['a=dia', {}],
  ['a=dia::1', {}],
  [`a=${'k'.repeat(40)}:1`, { a: [`${'k'.repeat(40)}:1`] }],
  [`a=${'k'.repeat(41)}:1`, {}],
  [`a=dia:${'1'.repeat(127)}`, {}],
  ['from.dia=-3&to.dia=1.2345', { a: ['dia:-3..1.2345'] }],
  ['from.dia=1.23456&to.dia=1e3', {}],
  ['from.dia=-1,200&to.dia=12,345,678.5', { a: ['dia:-1200..12345678.5'] }],
  ['from.dia=0,125&to.dia=1200,125', { a: ['dia:0.125..1200.125'] }],
  ['from.dia=1,00,000&to.dia=1,200,5', {}],
  ['a=dia:300..&from.dia=300&to.dia=', { a: ['dia:300..'] }],
])('attributes of the address ?%s are %j', (search, wanted) => {
  expect(wantedIn(search)).toEqual(wanted);
});

test('an address has twenty attributes at most', () => {
  const many = Array.from({ length: 25 }, (_, place) => `a=dia:${100 + place}`).join('&');
  expect(wantedIn(many).a).toHaveLength(20);
});

test('a search for a model, a year or an engine without a make is refused', () => {
  const isTaken = (query: object) => z.safeParse(SearchQuery, query).success;
  expect(isTaken({ model: 'Golf' })).toBe(false);
  expect(isTaken({ make: '', year: '2015' })).toBe(false);
  expect(isTaken({ engine: 'diesel' })).toBe(false);
  expect(isTaken({ make: 'Ford', year: '2015', engine: 'diesel', fit: 'first' })).toBe(true);
  expect(isTaken({ make: '', model: '', year: '', engine: '', fit: '' })).toBe(true);
});

test('the order of an address does not matter', () => {
  expect(canonical('view=table&q=disc&a=b:2&a=a:1&year=2015&make=Ford')).toBe(
    canonical('a=a:1&year=2015&a=b:2&q=disc&make=Ford&view=table'),
  );
});

test('how a list is shown and sorted does not narrow it, a filter does', () => {
  expect(isNarrowed(wantedIn('view=table&sort=price&page=3'))).toBe(false);
  expect(isNarrowed(wantedIn('view=table&stock=yes'))).toBe(true);
  expect(isNarrowed(wantedIn('make=Ford&year=2015'))).toBe(true);
  expect(isNarrowed(wantedIn('make=Ford&year=2015&fit=first'))).toBe(false);
  expect(isNarrowed(wantedIn('make=Ford&fit=first&brand=Tarnholm'))).toBe(true);
});

const names = [...partsFieldNames, 'from.dia', 'to.dia', 'other'];
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 140 }),
  fc.integer({ min: -3, max: 3000 }).map(String),
  fc.double({ min: 0, max: 2e6, noNaN: true }).map(String),
  fc.constantFrom('yes', 'table', 'price', 'name', 'first', 'dia:312', 'dia:300..320', '..', ''),
  fc.constantFrom('2.0 L4 diesel', '2,0l i4', 'V6', '1.25', '5 cyl', 'petrol diesel'),
);

test('whatever an address says, it is read the same again, and the search takes it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...names), value)), (pairs) => {
      const wanted = partsWantedIn(new URLSearchParams(pairs));
      const query = new URLSearchParams(partsQueryOf(wanted));
      expect(partsWantedIn(query)).toEqual(wanted);
      const { view: _view, ...asked } = wanted;
      expect(z.safeParse(SearchQuery, asked).success).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
