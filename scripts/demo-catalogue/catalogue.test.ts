import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { demoText } from '#server/db/demo/demo-data.ts';
import { catalogueText, drawCatalogue, type DrawnPart } from './catalogue.ts';
import { brands, categories } from './part-types.ts';
import { readRows } from './read-data.ts';
import { vehicles } from './vehicles.ts';

const parts = drawCatalogue();
const types = new Map(
  categories.flatMap((category) => category.types).map((type) => [type.id, type]),
);

/** The names of the parts that break a rule. */
function breaking(rule: (part: DrawnPart) => boolean, among = parts): string[] {
  return among.filter((part) => !rule(part)).map((part) => `${part.partNumber} ${part.name}`);
}

function repeated(values: string[]): string[] {
  return values.filter((value, place) => values.indexOf(value) !== place);
}

describe('the demo catalogue', () => {
  test('is what the shop loads: after a change, run scripts/demo-catalogue/write.ts', () => {
    const shipped = demoText('catalogue.json').split('\n');
    const drawn = catalogueText().split('\n');
    expect(drawn.filter((line, place) => line !== shipped[place]).slice(0, 3)).toEqual([]);
    expect(drawn).toHaveLength(shipped.length);
  });

  test('has at least 520 parts of all 167 types, newest first', () => {
    expect(parts.length).toBeGreaterThanOrEqual(520);
    expect(new Set(parts.map((part) => part.partTypeId)).size).toBe(167);
    expect(parts.map((part) => part.ageInDays)).toEqual(
      parts.map((part) => part.ageInDays).toSorted((a, b) => a - b),
    );
  });

  test('gives every part its own number and its own name', () => {
    expect(repeated(parts.map((part) => part.partNumber))).toEqual([]);
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
    const range = (part: DrawnPart) => types.get(part.partTypeId)?.priceUsd ?? [0, 0];
    const inRange = (part: DrawnPart) =>
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

describe('the pictures of the demo catalogue', () => {
  const shown = [...new Set(parts.map((part) => part.image))];

  test('are there, one for each of the 95 pictured types and the plain box for the others', () => {
    expect(shown.filter((image) => !existsSync(path.join('web/public', image)))).toEqual([]);
    expect(shown).toHaveLength(96);
    expect(breaking((part) => part.image === expectedPicture(part))).toEqual([]);
  });

  const expectedPicture = (part: DrawnPart) =>
    `/pictures/${types.get(part.partTypeId)?.pictured ? part.partTypeId : 'generic-part-box'}.webp`;

  test('with a label belong to parts of that brand', () => {
    const labelled = parts.filter((part) => types.get(part.partTypeId)?.label);
    expect(labelled.length).toBeGreaterThan(80);
    expect(
      breaking((part) => part.brand === types.get(part.partTypeId)?.label?.brand, labelled),
    ).toEqual([]);
  });

  test('of second brands carry no label and are no box of the shop', () => {
    const second = parts.filter((part) =>
      brands.some((brand) => brand.second && brand.name === part.brand),
    );
    expect(new Set(second.map((part) => part.brand)).size).toBe(2);
    expect(
      breaking(
        (part) => !types.get(part.partTypeId)?.label && !part.image.includes('generic'),
        second,
      ),
    ).toEqual([]);
  });

  test('whose label differs from the part are explained in the description', () => {
    const oils = parts.filter((part) => part.partTypeId === 'engine-oil');
    const pictured = (part: DrawnPart) => part.name === 'Engine oil 5W-30, ACEA C3, 5 l';
    expect(oils.some(pictured)).toBe(true);
    expect(
      breaking((part) => pictured(part) !== part.description.includes('Picture shows'), oils),
    ).toEqual([]);
  });
});

describe('the six newest parts', () => {
  const newest = parts.slice(0, 6);

  test('each have a picture of their own, and no two the same', () => {
    expect(newest.every((part) => types.get(part.partTypeId)?.pictured)).toBe(true);
    expect(new Set(newest.map((part) => part.image)).size).toBe(6);
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
    const built = (part: DrawnPart) =>
      part.fitments.every(({ make, model, yearFrom, yearTo }) =>
        exists(make, model, yearFrom, yearTo),
      );
    expect(breaking(built)).toEqual([]);
  });

  test('are given for parts of a vehicle or an engine and for no others', () => {
    const bySize = (part: DrawnPart) =>
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
    const lugOf = ({ partTypeId, attributes }: DrawnPart) =>
      partTypeId === 'steel-wheel'
        ? attributes['pcd']
        : `${attributes['holes']}x${attributes['pcd']}`;
    const fits = (part: DrawnPart) =>
      part.fitments.every(({ make, model }) => lugs.get(`${make} ${model}`) === lugOf(part));
    expect(breaking(fits, bolted)).toEqual([]);
  });
});
