import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { anyEngine, meets, readEngine } from '#contract/engine-rules.ts';
import { dollarsOf } from '#contract/money.ts';
import { largestQuantity, ruleFault } from '#contract/order-rules.ts';
import { partFacts } from '#contract/part-facts.ts';
import type { DemoPart } from '#server/db/demo/catalogue.ts';
import { demoText } from '#server/db/demo/demo-data.ts';
import { KnownVehicles } from '#server/vehicles/known-vehicles.ts';
import { catalogueText, drawCatalogue } from './catalogue.ts';
import { categories } from './part-types.ts';
import { readData, readRows } from './read-data.ts';
import { taxonomyText } from './taxonomy.ts';
import { vehicles } from './vehicles.ts';

const parts = drawCatalogue();
const types = new Map(
  categories.flatMap((category) => category.types).map((type) => [type.id, type]),
);

/** The names of the parts that break a rule. */
function breaking(rule: (part: DemoPart) => boolean, among = parts): string[] {
  return among.filter((part) => !rule(part)).map((part) => `${part.partNumber} ${part.name}`);
}

function repeated(values: string[]): string[] {
  return values.filter((value, place) => values.indexOf(value) !== place);
}

/** The first lines that two texts do not share. */
function differences(one: string, other: string): string[] {
  const lines = other.split('\n');
  const changed = one.split('\n').filter((line, place) => line !== lines[place]);
  return one.length === other.length ? changed.slice(0, 3) : [...changed.slice(0, 3), 'length'];
}

describe('the demo catalogue', () => {
  test('is what the shop loads: after a change, run scripts/demo-catalogue/write.ts', () => {
    expect(differences(catalogueText(), demoText('catalogue.json'))).toEqual([]);
  });

  test('has 900 to 1000 parts, at least three of each of the 167 types, newest first', () => {
    expect(parts.length).toBeGreaterThanOrEqual(900);
    expect(parts.length).toBeLessThanOrEqual(1000);
    expect(types.size).toBe(167);
    const ofType = (id: string) => parts.filter((part) => part.partTypeId === id);
    expect([...types.keys()].filter((id) => ofType(id).length < 3)).toEqual([]);
    expect(parts.map((part) => part.ageInDays)).toEqual(
      parts.map((part) => part.ageInDays).toSorted((a, b) => a - b),
    );
  });

  test('gives every part its own name', () => {
    expect(repeated(parts.map((part) => part.name))).toEqual([]);
  });

  test('keeps names within 80 and descriptions within 80 to 400 characters, on both sides of the preview', () => {
    expect(breaking((part) => part.name.length <= 80)).toEqual([]);
    expect(
      breaking((part) => part.description.length >= 80 && part.description.length <= 400),
    ).toEqual([]);
    const short = parts.filter((part) => part.description.length <= 120);
    expect(short.length).toBeGreaterThan(60);
    expect(short.length).toBeLessThan(parts.length / 2);
  });

  test('leaves no gap of a pattern in a name or a description', () => {
    expect(
      breaking(
        (part) => !/[{}]|undefined|NaN|, ,| ,|,$|\s\s|\s$/.test(part.name + part.description),
      ),
    ).toEqual([]);
  });

  test('sells in multiples of 100 at the prices of the type', () => {
    expect(breaking((part) => part.orderQuantity > 0 && part.orderQuantity % 100 === 0)).toEqual(
      [],
    );
    const range = (part: DemoPart) => types.get(part.partTypeId)?.priceUsd ?? [0, 0];
    const inRange = (part: DemoPart) =>
      part.priceCents >= range(part)[0] * 100 && part.priceCents <= range(part)[1] * 100;
    expect(breaking(inRange)).toEqual([]);
    const whole = parts.filter((part) => part.priceCents % 100 === 0);
    expect(whole.length / parts.length).toBeGreaterThan(0.6);
    expect(whole.length).toBeLessThan(parts.length);
  });

  test('has a few parts out of stock and a few below their minimum order', () => {
    const empty = parts.filter((part) => part.inStock === 0);
    const tooFew = parts.filter((part) => part.inStock > 0 && part.inStock < part.orderQuantity);
    expect(empty.length).toBeGreaterThan(5);
    expect(tooFew.length).toBeGreaterThan(5);
    expect(empty.length + tooFew.length).toBeLessThan(parts.length * 0.12);
    expect(breaking((part) => Number.isInteger(part.inStock) && part.inStock >= 0)).toEqual([]);
  });
});

describe('the rules of quantities in the demo', () => {
  const ruled = parts.filter((part) =>
    ['quantityStep', 'largestOrder', 'packLabel', 'priceBreaks'].some((rule) => rule in part),
  );

  test('are those of at most 20 named parts on sale, none among the 100 newest', () => {
    const named = JSON.parse(readData('quantity-rules.json')) as Record<string, object>;
    expect(ruled.map(({ partNumber }) => partNumber).toSorted()).toEqual(
      Object.keys(named).toSorted(),
    );
    expect(ruled.length).toBeLessThanOrEqual(20);
    expect(parts.slice(0, 100).filter((part) => ruled.includes(part))).toEqual([]);
    expect(breaking((part) => part.replacedBy === undefined, ruled)).toEqual([]);
  });

  test('are such as the form takes, and every price can be had now', () => {
    const limits = ({ priceCents, priceBreaks = [], ...part }: DemoPart) => ({
      ...part,
      price: dollarsOf(priceCents),
      priceBreaks: priceBreaks.map(({ from, cents }) => ({ from, price: dollarsOf(cents) })),
    });
    expect(breaking((part) => ruleFault(limits(part)) === undefined, ruled)).toEqual([]);
    expect(
      breaking((part) => {
        const { priceBreaks, ...rest } = limits(part);
        return (
          z.safeParse(partFacts.priceBreaks.input, priceBreaks).success &&
          largestQuantity({ ...rest, priceBreaks }) >= (priceBreaks.at(-1)?.from ?? 1)
        );
      }, ruled),
    ).toEqual([]);
  });
});

describe('the six newest parts', () => {
  const newest = parts.slice(0, 6);

  test('are those chosen by hand, each with a picture of its own', () => {
    expect(newest.map((part) => [part.partNumber, part.image])).toEqual([
      ['BD-3122', '/pictures/brake-disc.webp'],
      ['HF-7620', '/pictures/oil-filter-spin-on.webp'],
      ['ZT-L3-70', '/pictures/starter-battery.webp'],
      ['OV6-IR', '/pictures/spark-plug.webp'],
      ['ZE-15074', '/pictures/alternator.webp'],
      ['DV2402-0424', '/pictures/clutch-kit.webp'],
    ]);
  });

  test('begin with a brake disc of which 200 can be bought', () => {
    expect(newest[0]).toMatchObject({ partTypeId: 'brake-disc', orderQuantity: 200 });
    expect(newest[0]?.inStock).toBeGreaterThanOrEqual(4000);
  });
});

describe('the vehicles of the demo catalogue', () => {
  const exists = (make: string, model: string, from: number, to: number) =>
    vehicles.some(
      (vehicle) =>
        vehicle.make === make &&
        vehicle.model === model &&
        vehicle.built.from <= from &&
        to <= vehicle.built.to,
    );

  test('were really built in the years a part is said to fit', () => {
    const built = (part: DemoPart) =>
      part.fitments.every(({ make, model, yearFrom, yearTo }) =>
        exists(make, model, yearFrom, yearTo),
      );
    expect(breaking(built)).toEqual([]);
  });

  test('are told by the catalogue, a few with a restriction', () => {
    const fitments = parts.flatMap((part) => part.fitments);
    expect(fitments.filter(({ source }) => source !== 'Catalogue')).toEqual([]);
    const restricted = fitments.filter(({ note }) => note !== '');
    expect(restricted.length / fitments.length).toBeGreaterThan(0.04);
    expect(restricted.length / fitments.length).toBeLessThan(0.08);
    expect(restricted.filter(({ note }) => note.length > 40)).toEqual([]);
  });

  test('name an engine that the vehicle had in all these years, where they name one', () => {
    const known = new KnownVehicles();
    const bound = parts.filter((part) => part.fitments.some(({ engine }) => engine !== ''));
    expect(bound.length).toBeGreaterThan(30);
    expect(bound.filter((part) => types.get(part.partTypeId)?.fit !== 'engine')).toEqual([]);
    const had = ({ make, model, yearFrom, yearTo, engine }: DemoPart['fitments'][number]) =>
      Array.from({ length: yearTo - yearFrom + 1 }, (_, at) => yearFrom + at).every((year) =>
        known
          .engines(make, model, year)
          .some((one) => meets(one, readEngine(engine) ?? anyEngine) === 'yes'),
      );
    expect(
      bound.filter((part) => !part.fitments.every((one) => one.engine === '' || had(one))),
    ).toEqual([]);
  });

  test('are given for parts of a vehicle or an engine and for no others', () => {
    const bySize = (part: DemoPart) =>
      ['universal', 'size'].includes(types.get(part.partTypeId)?.fit ?? '');
    expect(breaking((part) => (part.fitments.length === 0) === bySize(part))).toEqual([]);
  });

  test('are mostly recent and popular ones', () => {
    const first = parts.flatMap((part) => part.fitments.slice(0, 1));
    expect(first.filter(({ yearTo }) => yearTo >= 2016).length / first.length).toBeGreaterThan(0.7);
    const popular = new Set(
      readRows('vehicles.csv')
        .filter(([, , , , , , , weight]) => weight)
        .map(([make, , model]) => `${make} ${model}`),
    );
    expect(
      first.filter(({ make, model }) => popular.has(`${make} ${model}`)).length / first.length,
    ).toBeGreaterThan(0.5);
  });

  test('share one bolt pattern where the part is bolted to the wheel', () => {
    const lugs = new Map(vehicles.map(({ make, model, lug }) => [`${make} ${model}`, lug]));
    const bolted = parts.filter((part) => ['brake-disc', 'steel-wheel'].includes(part.partTypeId));
    const lugOf = ({ partTypeId, attributes }: DemoPart) =>
      partTypeId === 'steel-wheel'
        ? attributes['pcd']
        : `${attributes['holes']}x${attributes['pcd']}`;
    const fits = (part: DemoPart) =>
      part.fitments.every(({ make, model }) => lugs.get(`${make} ${model}`) === lugOf(part));
    expect(breaking(fits, bolted)).toEqual([]);
  });
});

describe('the part types of the server', () => {
  test('are those of the catalogue: after a change, run scripts/demo-catalogue/write.ts', () => {
    const shipped = new URL('../../server/db/taxonomy/taxonomy.json', import.meta.url);
    expect(differences(taxonomyText(), readFileSync(shipped, 'utf8'))).toEqual([]);
  });

  test('of a version stay as they are: after a change, the version in taxonomy.ts grows and is added here', () => {
    const { version, ...told } = JSON.parse(taxonomyText()) as { version: number };
    const digest = createHash('sha256').update(JSON.stringify(told)).digest('hex');
    expect({ version, digest: digest.slice(0, 16) }).toEqual({
      version: 1,
      digest: '91eb775d2582afee',
    });
  });

  test('have names of the trade in two languages, none twice, and weigh something', () => {
    const named = [...types.values()].map(({ id, name, alt, names, german }) => ({
      id,
      english: [name, ...alt, ...names].map((one) => one.toLowerCase()),
      german,
    }));
    expect(
      named.filter(({ english }) => english.length < 2 || repeated(english).length > 0),
    ).toEqual([]);
    expect(named.filter(({ german }) => german.length < 1 || german.length > 3)).toEqual([]);
    expect(named.filter(({ german }) => repeated(german).length > 0)).toEqual([]);
    const weights = [...types.values()].map(({ weightG }) => weightG);
    expect(weights.filter((weight) => !(Number.isInteger(weight) && weight > 0))).toEqual([]);
  });

  test('are one line each, in the order of the categories', () => {
    const { categories: told } = JSON.parse(taxonomyText()) as {
      categories: { id: string; types: { id: string }[] }[];
    };
    expect(
      told.map(({ id, types: ofCategory }) => [id, ofCategory.map((type) => type.id)]),
    ).toEqual(
      categories.map(({ id, types: ofCategory }) => [id, ofCategory.map((type) => type.id)]),
    );
    const lines = taxonomyText().split('\n');
    expect(
      [...types.keys()].filter((id) => !lines.some((line) => line.startsWith(`{"id":"${id}",`))),
    ).toEqual([]);
  });

  test('give measured attributes a unit or none, and the others their choices', () => {
    const { categories: told } = JSON.parse(taxonomyText()) as {
      categories: { types: { id: string; attributes: object[] }[] }[];
    };
    const disc = told.flatMap((category) => category.types).find(({ id }) => id === 'brake-disc');
    expect(disc).toEqual({
      id: 'brake-disc',
      name: 'Brake disc',
      otherNames: ['Brake rotor', 'Rotor', 'Disc rotor', 'Disc brake rotor', 'Brake disk'],
      german: ['Bremsscheibe'],
      fit: 'vehicle',
      weightG: 7800,
      attributes: [
        { key: 'dia', label: 'Diameter', unit: 'mm', choices: null },
        { key: 'thk', label: 'Thickness', unit: 'mm', choices: null },
        { key: 'minthk', label: 'Minimum thickness', unit: 'mm', choices: null },
        { key: 'holes', label: 'Bolt holes', unit: '', choices: ['4', '5', '6'] },
        { key: 'pcd', label: 'Bolt circle', unit: 'mm', choices: null },
        {
          key: 'type',
          label: 'Type',
          unit: '',
          choices: ['Solid', 'Vented', 'Drilled', 'Slotted'],
        },
        { key: 'axle', label: 'Axle', unit: '', choices: ['Front', 'Rear'] },
      ],
    });
  });
});
