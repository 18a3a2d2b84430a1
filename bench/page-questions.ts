// The public pages that bench/size.ts asks for.
import { partSlug } from '#contract/part-rules.ts';
import { at, type Question } from './question.ts';
import type { Known, VehicleSlugs } from './size-questions.ts';

/** A page's name, its addresses by their places, and how many there are. */
type PageOfMany = readonly [string, (place: number) => string, number?];

/** So many pages are made in the two seconds in which a page is fresh, and fewer are kept to be asked for again. */
const pagesInTime = 400;
const pagesKept = 40;

export function pageQuestions({ parts, categories, vehicles }: Known): Question[] {
  const asked = (page: Question['page'] & string, all: readonly PageOfMany[]): Question[] =>
    all.map(([name, address, addresses = 1]) => ({
      name: `page: ${name}${page === 'again' ? ', again, nothing changed' : ''}`,
      by: 'anybody',
      address: (n) => address(n % addresses),
      page,
      addresses,
    }));
  const many = (addresses: number): readonly PageOfMany[] => [
    ['home', () => '/'],
    ['parts', (n) => `/parts?page=${1 + n}`, addresses],
    ['a category', (n) => `/parts?category=${at(categories, n)}&page=${pageOf(n)}`, addresses],
  ];
  const pageOf = (n: number) => 1 + Math.floor(n / categories.length);
  /** Each page of vehicles once, whichever of them lead to it. */
  const ofVehicles = (name: string, ...of: readonly (keyof VehicleSlugs)[]): PageOfMany => {
    const all = vehicles.map((vehicle) => of.map((one) => vehicle[one]).join('/'));
    const once = [...new Set(all)];
    return [name, (n) => `/vehicles/${at(once, n)}`, once.length];
  };
  const slug = ({ id, name }: Known['parts'][number]) => partSlug({ _id: id, name });
  return [
    ...asked('anew', [
      ...many(pagesInTime),
      ['a search', (n) => `/parts?q=brake+disc+${n}+mm`, pagesInTime],
      ['a search without hits', (n) => `/parts?q=zeltrane${n}`, pagesInTime],
      ['a part', (n) => `/parts/${slug(at(parts, n))}`, parts.length],
      ['purchase', (n) => `/purchase/${at(parts, n).id}`, parts.length],
      ['order pad', () => '/order-pad'],
      ['blog', () => '/blog'],
      ['portfolio', () => '/my-portfolio'],
      ['sign-in', () => '/login'],
      ['registration', () => '/register'],
      ['parts, as a table', (n) => `/parts?view=table&page=${1 + n}`, pagesInTime],
      ['vehicles', () => '/vehicles'],
      ofVehicles('a make', 'make'),
      ofVehicles('a model', 'make', 'model'),
      ofVehicles("a model's year", 'make', 'model', 'year'),
      ofVehicles("a vehicle's category", 'make', 'model', 'year', 'category'),
    ]),
    ...asked('again', many(pagesKept)),
  ];
}
