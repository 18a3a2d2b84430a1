import { engineText, readEngine } from './engine-rules.ts';
import { lineIn, searchedIn, searchIn } from './search-text-rules.ts';

/**
 * What an address of `/parts` asks for, as text. Read by the page and by the server's page cache alike; pure, because both need
 * it before anything is checked by a schema.
 */
export interface PartsWanted {
  readonly q?: string;
  /** The words as they are typed, without correcting them. */
  readonly exact?: 'yes';
  readonly category?: string;
  readonly type?: string;
  readonly brand?: string;
  readonly make?: string;
  readonly model?: string;
  readonly year?: string;
  readonly engine?: string;
  /** All parts, of which those that fit the vehicle come first; otherwise only those. */
  readonly fit?: 'first';
  /** Dollars for one piece. */
  readonly priceFrom?: string;
  readonly priceTo?: string;
  /** Only what can be ordered now. */
  readonly stock?: 'yes';
  /** Attributes of a part type, each `key:value` or `key:from..to`. */
  readonly a?: readonly string[];
  readonly sort?: (typeof sorts)[number];
  /** Cards unless it is the table. */
  readonly view?: 'table';
  /** From 2 on. */
  readonly page?: string;
}

/** A query as `URLSearchParams` and `FormData` have it. */
interface Given {
  get(name: string): unknown;
  getAll(name: string): unknown[];
  keys(): Iterable<string>;
}

/** How a list can be sorted in its address; without one it is by relevance to the words, or newest first where there are none. */
const sorts = ['newest', 'price', '-price', 'name'] as const;

/** The most attributes and pages of one address, as the call takes them. */
const mostAttributes = 20;
const mostPages = 500;

/** The names of an address's query, in their order. */
export const partsFieldNames = [
  'q',
  'exact',
  'category',
  'type',
  'brand',
  'make',
  'model',
  'year',
  'engine',
  'fit',
  'priceFrom',
  'priceTo',
  'stock',
  'a',
  'sort',
  'view',
  'page',
] as const satisfies (keyof PartsWanted)[];

/** Reads an address or a form; what is empty or impossible is left out, so that it shows a list rather than an error. */
export function partsWantedIn(given: Given): PartsWanted {
  const text = (name: string, most: number) => lineIn(given.get(name), most);
  const shelf = (name: string) => searchedIn(given.get(name), 60);
  const number = (name: string) => text(name, 20) ?? '';
  const vehicle = {
    make: text('make', 60),
    model: text('model', 80),
    year: wholeOf(number('year'), 1900, 2100),
    engine: engineOf(text('engine', 40)),
    fit: given.get('fit') === 'first' ? 'first' : undefined,
  };
  const wanted = {
    ...searchIn(given),
    category: shelf('category'),
    type: shelf('type'),
    brand: shelf('brand'),
    // What else is said of a vehicle says nothing without its make.
    ...(vehicle.make === undefined ? {} : vehicle),
    priceFrom: dollarsOf(number('priceFrom')),
    priceTo: dollarsOf(number('priceTo')),
    exact: given.get('exact') === 'yes' ? 'yes' : undefined,
    stock: given.get('stock') === 'yes' ? 'yes' : undefined,
    a: attributesOf(given),
    sort: sorts.find((sort) => sort === given.get('sort')),
    page: wholeOf(number('page'), 2, mostPages),
  };
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
}

/** The address's query, in a fixed order: addresses that ask for the same are the same. */
export function partsQueryOf(wanted: PartsWanted): [name: string, value: string][] {
  return partsFieldNames.flatMap((name) => {
    const value = wanted[name] ?? [];
    return (typeof value === 'string' ? [value] : value).map((one): [string, string] => [
      name,
      one,
    ]);
  });
}

/** What of an address does not narrow its list. */
const narrowsNothing: ReadonlySet<string> = new Set(['exact', 'fit', 'sort', 'view', 'page']);
const vehicleNames: ReadonlySet<string> = new Set(['make', 'model', 'year', 'engine']);

/** Whether the list is narrowed, by words or otherwise. A vehicle only orders it where other parts stay. */
export function isNarrowed(wanted: PartsWanted): boolean {
  const narrows = (name: string) =>
    !narrowsNothing.has(name) && !(wanted.fit === 'first' && vehicleNames.has(name));
  return Object.keys(wanted).some(narrows);
}

function wholeOf(text: string, least: number, most: number): string | undefined {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : -1;
  return number >= least && number <= most ? String(number) : undefined;
}

/** An engine as engines are written; nothing for what is none. */
function engineOf(text: string | undefined): string | undefined {
  const engine = readEngine(text ?? '');
  return (engine && engineText(engine)) || undefined;
}

/** A number as people type it: commas before three digits each are those of thousands, as the shop writes them, and any other comma is a decimal one. */
function withoutCommas(text: string): string {
  const hasThousands = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/.test(text);
  return hasThousands ? text.replaceAll(',', '') : text.replace(',', '.');
}

function dollarsOf(text: string): string | undefined {
  const plain = withoutCommas(text.replace(/^\$\s*/, ''));
  return /^\d{1,6}(?:\.\d{1,2})?$/.test(plain) ? String(Number(plain)) : undefined;
}

/** `a=key:value` as links have it; `from.key` and `to.key` are the two fields of a form. */
function attributesOf(given: Given): readonly string[] | undefined {
  const chosen = given.getAll('a').map((value) => lineIn(value, 130) ?? '');
  const keys = [...given.keys()].flatMap((name) => /^(?:from|to)\.(.*)$/.exec(name)?.[1] ?? []);
  const spans = [...new Set(keys)].map((key) => {
    const [from, to] = [measureOf(given.get(`from.${key}`)), measureOf(given.get(`to.${key}`))];
    return from === '' && to === '' ? '' : `${key}:${from}..${to}`;
  });
  const all = [...new Set([...chosen, ...spans])].filter((one) => /^[\w-]{1,40}:[^:].*$/.test(one));
  return all.length === 0 ? undefined : all.toSorted().slice(0, mostAttributes);
}

function measureOf(value: unknown): string {
  const text = typeof value === 'string' ? withoutCommas(value.trim()) : '';
  return /^-?\d{1,9}(?:\.\d{1,4})?$/.test(text) ? text : '';
}
