import { describe, expect, test } from 'vitest';
import { partNumberKey } from '#contract/part-rules.ts';
import type { DemoPart, PartNumber } from '#server/db/demo/catalogue.ts';
import { drawCatalogue } from './catalogue.ts';
import { brands, categories } from './part-types.ts';

const parts = drawCatalogue();
const byNumber = new Map(parts.map((part) => [part.partNumber, part]));
const types = new Map(
  categories.flatMap((category) => category.types).map((type) => [type.id, type]),
);

function breaking(rule: (part: DemoPart) => boolean, among = parts): string[] {
  return among.filter((part) => !rule(part)).map((part) => `${part.partNumber} ${part.name}`);
}

function repeated(values: string[]): string[] {
  return values.filter((value, place) => values.indexOf(value) !== place);
}

const ofKind = (part: DemoPart, kind: PartNumber['kind']) =>
  part.numbers.filter((number) => number.kind === kind);
const keysOf = (kind: PartNumber['kind'], among = parts) =>
  among.flatMap((part) => ofKind(part, kind).map(({ number }) => partNumberKey(number)));

describe('the numbers of demo parts', () => {
  test('of the brands are each of one part only, old ones and barcodes too, also without hyphens and spaces', () => {
    const own = parts.map((part) => partNumberKey(part.partNumber));
    expect(repeated([...own, ...keysOf('superseded'), ...keysOf('barcode')])).toEqual([]);
  });

  test('are each given once at a part', () => {
    expect(
      breaking((part) => repeated(part.numbers.map(({ number }) => number)).length === 0),
    ).toEqual([]);
  });

  test('have one barcode, an EAN-13 of the range for shops with a right check digit', () => {
    expect(breaking((part) => ofKind(part, 'barcode').length === 1)).toEqual([]);
    // Weighted 1, 3, 1, 3 … from the left, all thirteen digits of an EAN add up to a multiple of ten.
    const sum = (code: string) =>
      [...code].reduce((all, digit, place) => all + Number(digit) * (place % 2 ? 3 : 1), 0);
    expect(keysOf('barcode').filter((code) => !/^2\d{12}$/.test(code) || sum(code) % 10)).toEqual(
      [],
    );
  });

  test('of the original are one to three, of makes that the part fits, and only where there are vehicles', () => {
    const right = (part: DemoPart) => {
      const oe = ofKind(part, 'oe');
      const made = part.fitments.map(({ make }) => make);
      const byVehicle = ['vehicle', 'engine'].includes(types.get(part.partTypeId)?.fit ?? '');
      return (
        (byVehicle ? oe.length >= 1 && oe.length <= 3 : oe.length === 0) &&
        oe.every(({ maker }) => made.includes(maker))
      );
    };
    expect(breaking(right)).toEqual([]);
    const made = parts.filter((part) => part.replacedBy === undefined);
    expect(repeated(keysOf('oe', made))).toEqual([]);
  });

  test('of the original are written as their maker writes them', () => {
    const written = (maker: string) =>
      parts.flatMap((part) => ofKind(part, 'oe').filter((number) => number.maker === maker));
    const style = {
      Toyota: /^\d{5}-\w{5}$/,
      BMW: /^\d\d \d\d \d \d{3} \d{3}$/,
      Audi: /^\d[A-Z]0 /,
    };
    for (const [maker, pattern] of Object.entries(style)) {
      expect(written(maker).length).toBeGreaterThan(5);
      expect(written(maker).filter(({ number }) => !pattern.test(number))).toEqual([]);
    }
  });

  test('of competitors are at most three, of six makers that are none of the brands', () => {
    expect(breaking((part) => ofKind(part, 'competitor').length <= 3)).toEqual([]);
    const makers = new Set(parts.flatMap((part) => ofKind(part, 'competitor')).map((n) => n.maker));
    expect(makers.size).toBe(6);
    expect(brands.filter(({ name }) => makers.has(name))).toEqual([]);
    expect(brands).toHaveLength(12);
  });

  test('of competitors stand at several parts of a type now and then, about one in twenty', () => {
    const places = Map.groupBy(
      parts.flatMap((part) =>
        ofKind(part, 'competitor').map(({ number, maker }) => ({
          key: `${maker} ${number}`,
          part,
        })),
      ),
      ({ key }) => key,
    );
    const shared = [...places.values()].filter((at) => at.length > 1);
    expect(shared.length / places.size).toBeGreaterThan(0.03);
    expect(shared.length / places.size).toBeLessThan(0.08);
    expect(shared.filter((at) => new Set(at.map(({ part }) => part.partTypeId)).size > 1)).toEqual(
      [],
    );
  });

  test('include an older one of about every twelfth part', () => {
    const share = keysOf('superseded').length / parts.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.11);
  });

  test('name a maker where it is not the brand itself', () => {
    const named = ({ kind, maker }: PartNumber) =>
      (kind === 'oe' || kind === 'competitor') === (maker !== '');
    expect(breaking((part) => part.numbers.every(named))).toEqual([]);
  });
});

describe('demo parts that were replaced', () => {
  const replaced = parts.filter((part) => part.replacedBy !== undefined);
  const successorOf = (part: DemoPart) => byNumber.get(part.replacedBy ?? '');

  /** The parts from this one on to the one that is still made; an end that is not in the catalogue, and a loop, are seen by their length. */
  function chainFrom(part: DemoPart): DemoPart[] {
    const chain = [part];
    for (let next = successorOf(part); next && chain.length < 10; next = successorOf(next))
      chain.push(next);
    return chain;
  }

  test('form twelve chains of two parts, two of three and one of four, and none is a loop', () => {
    const first = replaced.filter(
      (part) => !replaced.some((other) => other.replacedBy === part.partNumber),
    );
    const lengths = first.map((part) => chainFrom(part).length).toSorted((a, b) => a - b);
    expect(lengths).toEqual([...Array.from({ length: 12 }, () => 2), 3, 3, 4]);
    expect(replaced).toHaveLength(19);
  });

  test('have a younger successor that fits where they did: same type, vehicles and original', () => {
    const near = (one: number | string, other?: number | string) =>
      typeof one === 'number' ? Math.abs(one - Number(other)) <= one / 10 : one === other;
    const right = (part: DemoPart) => {
      const next = successorOf(part);
      return (
        next !== undefined &&
        next.partTypeId === part.partTypeId &&
        next.ageInDays < part.ageInDays &&
        JSON.stringify(ofKind(next, 'oe')) === JSON.stringify(ofKind(part, 'oe')) &&
        Object.keys(next.attributes).every((key) =>
          near(next.attributes[key] ?? '', part.attributes[key]),
        ) &&
        String(next.fitments.map((fitment) => fitment.model)) ===
          String(part.fitments.map((fitment) => fitment.model))
      );
    };
    expect(breaking(right, replaced)).toEqual([]);
  });

  test('are mostly sold out, some with a few pieces left, and are none of the six newest', () => {
    const left = replaced.filter((part) => part.inStock > 0);
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(replaced.length / 2);
    expect(breaking((part) => part.inStock < part.orderQuantity, left)).toEqual([]);
    expect(parts.slice(0, 6).filter((part) => replaced.includes(part))).toEqual([]);
  });
});
