import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DemoPart } from '#server/db/demo/catalogue.ts';
import { drawCatalogue } from './catalogue.ts';
import { brands, categories } from './part-types.ts';

const parts = drawCatalogue();
const types = new Map(
  categories.flatMap((category) => category.types).map((type) => [type.id, type]),
);

const nameOf = (image: string) => path.basename(image, '.webp');
const shownAt = ({ image, pictures }: DemoPart) =>
  [image, ...pictures.map((picture) => picture.image)].map(nameOf);

function breaking(rule: (part: DemoPart) => boolean, among = parts): string[] {
  return among.filter((part) => !rule(part)).map((part) => `${part.partNumber} ${part.name}`);
}

const ofType = (id: string) => parts.filter((part) => part.partTypeId === id);

describe('the pictures of the demo catalogue', () => {
  test('are there as files, and each part type shows its own at one part at least', () => {
    const shown = new Set(parts.flatMap(shownAt));
    const file = (name: string) => path.join('web/public/pictures', `${name}.webp`);
    expect([...shown].filter((name) => !existsSync(file(name)))).toEqual([]);
    expect([...types.keys()].filter((id) => !shown.has(id))).toEqual([]);
  });

  test('are all there are, beside those of the home page and the box of parts that were loaded before', () => {
    const shown = new Set(parts.flatMap(shownAt));
    const files = readdirSync('web/public/pictures').filter((name) => name.endsWith('.webp'));
    expect(
      files
        .map(nameOf)
        .filter((name) => !shown.has(name))
        .toSorted(),
    ).toEqual(['generic-part-box', 'hero', 'hero-960']);
  });

  test('belong to the type of their part', () => {
    const allowed = ({ partTypeId }: DemoPart) => {
      const type = types.get(partTypeId);
      return [partTypeId, type?.bare, ...Object.values(type?.variants ?? {}), 'pallet-of-cartons'];
    };
    expect(breaking((part) => shownAt(part).every((name) => allowed(part).includes(name)))).toEqual(
      [],
    );
    expect(breaking((part) => new Set(shownAt(part)).size === 1 + part.pictures.length)).toEqual(
      [],
    );
    expect(breaking((part) => part.pictures.length <= 2)).toEqual([]);
    expect(new Set(parts.map((part) => part.pictures.length))).toEqual(new Set([0, 1, 2]));
  });

  test('of brake discs show what their type is', () => {
    const wanted: Record<string, string> = {
      Solid: 'brake-disc-solid',
      Vented: 'brake-disc-vented',
      Slotted: 'brake-disc-slotted',
      Drilled: 'brake-disc',
    };
    const discs = ofType('brake-disc');
    expect(new Set(discs.map((part) => part.image)).size).toBe(4);
    expect(
      breaking((part) => nameOf(part.image) === wanted[String(part.attributes['type'])], discs),
    ).toEqual([]);
  });

  test('with a label belong to parts of that brand', () => {
    const labels = new Map([...types.values()].map(({ id, label }) => [id, label?.brand]));
    const labelled = parts.filter((part) => shownAt(part).some((name) => labels.get(name)));
    expect(labelled.length).toBeGreaterThan(120);
    expect(
      breaking(
        (part) => shownAt(part).every((name) => [undefined, part.brand].includes(labels.get(name))),
        labelled,
      ),
    ).toEqual([]);
  });

  test('of printed cartons belong to the very part, beside a picture of the bare one', () => {
    const sideOfCarton = { headlight: 'Left', 'door-mirror': 'Right' };
    for (const [id, side] of Object.entries(sideOfCarton)) {
      const shows = ({ attributes }: DemoPart) =>
        attributes['side'] === side ? [id, `${id}-unit`] : [`${id}-unit`];
      const own = (part: DemoPart) => shownAt(part).filter((name) => name !== 'pallet-of-cartons');
      expect(new Set(ofType(id).map((part) => part.image)).size).toBe(2);
      expect(breaking((part) => String(own(part)) === String(shows(part)), ofType(id))).toEqual([]);
    }
    const turbos = ofType('turbocharger');
    expect(
      breaking(
        (part) => String(shownAt(part).slice(0, 2)) === 'turbocharger,turbocharger-unit',
        turbos,
      ),
    ).toEqual([]);
  });

  test('of second brands carry no label', () => {
    const second = parts.filter((part) =>
      brands.some((brand) => brand.second && brand.name === part.brand),
    );
    expect(new Set(second.map((part) => part.brand)).size).toBe(2);
    expect(breaking((part) => !types.get(part.partTypeId)?.label, second)).toEqual([]);
  });

  test('whose label differs from the part are explained in the description and for those who cannot see them', () => {
    const oils = ofType('engine-oil');
    const pictured = (part: DemoPart) => part.name === 'Engine oil 5W-30, ACEA C3, 5 l';
    expect(oils.some(pictured)).toBe(true);
    expect(
      breaking((part) => pictured(part) !== part.description.includes('Picture shows'), oils),
    ).toEqual([]);
    expect(
      breaking(
        (part) =>
          part.imageAlt ===
          (pictured(part) ? '' : 'Engine oil; the picture shows 5W-30 ACEA C3, 5 l'),
        oils,
      ),
    ).toEqual([]);
  });

  test('of pallets stand only where cartons come on them', () => {
    const onPallets = parts.filter((part) => shownAt(part).includes('pallet-of-cartons'));
    expect(onPallets.length).toBeGreaterThan(60);
    expect(breaking((part) => part.description.includes('pallets'), onPallets)).toEqual([]);
    expect(
      onPallets.filter((part) =>
        ['tyre', 'starter-battery', 'bonnet', 'leaf-spring'].includes(part.partTypeId),
      ),
    ).toEqual([]);
  });

  test('are said in words, short ones, wherever they are not simply the part', () => {
    const words = parts.flatMap((part) => part.pictures.map((picture) => picture.alt));
    expect(words.filter((alt) => alt.length < 10 || alt.length > 80)).toEqual([]);
    expect(breaking((part) => part.imageAlt.length <= 100)).toEqual([]);
    const cartons = parts.filter(
      ({ image, partTypeId }) => types.get(partTypeId)?.bare && nameOf(image) === partTypeId,
    );
    expect(cartons.length).toBeGreaterThan(6);
    expect(breaking((part) => part.imageAlt.startsWith('Printed carton'), cartons)).toEqual([]);
  });
});
