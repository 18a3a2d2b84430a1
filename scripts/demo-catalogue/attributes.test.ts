import { describe, expect, test } from 'vitest';
import { numberOf } from './attribute-rule.ts';
import { drawCatalogue } from './catalogue.ts';
import { type AttributeRange, type Attributes, categories } from './part-types.ts';

const parts = drawCatalogue();

const less = (smaller: string, larger: string) => (a: Attributes) =>
  numberOf(a, smaller) < numberOf(a, larger);
const between = (value: number, least: number, most: number) => value >= least && value <= most;

const circles: Record<string, number[]> = {
  '4': [98, 100, 108],
  '5': [100, 105, 108, 110, 112, 114.3, 115, 120, 127],
  '6': [114.3, 120, 135, 139.7],
};

/** Rules that real parts follow, for types whose attributes depend on each other. */
const rules: [type: string, rule: string, holds: (a: Attributes) => boolean][] = [
  ['brake-disc', 'may wear by 2 mm', (a) => numberOf(a, 'minthk') === numberOf(a, 'thk') - 2],
  [
    'brake-disc',
    'has a bolt circle that goes with its holes',
    (a) => circles[String(a['holes'])]?.includes(numberOf(a, 'pcd')) ?? false,
  ],
  [
    'brake-disc',
    'is thin when solid and thick when vented',
    (a) => (a['type'] === 'Solid') === numberOf(a, 'thk') < 18,
  ],
  ['brake-drum', 'is wider inside than its lining', less('width', 'dia')],
  ['brake-shoe-set', 'is narrower than its drum', less('width', 'dia')],
  ['brake-pad-set', 'is wider than high', less('height', 'width')],
  [
    'brake-caliper',
    'at the rear has one piston',
    (a) => a['axle'] === 'Front' || a['pistons'] === '1',
  ],
  ['oil-filter-element', 'has its hole inside', less('inner', 'dia')],
  ['air-filter-panel', 'is longer than wide', less('width', 'len')],
  ['cabin-filter', 'is longer than wide', less('width', 'len')],
  ['fuel-filter-in-line', 'has equal ports', (a) => a['in'] === a['out']],
  [
    'piston-with-rings',
    'has a pin of a quarter of its bore',
    (a) => between(numberOf(a, 'pin') / numberOf(a, 'bore'), 0.22, 0.28),
  ],
  ['engine-valve-intake', 'has a head wider than its stem', less('stem', 'head')],
  ['engine-valve-exhaust', 'has a head wider than its stem', less('stem', 'head')],
  ['radiator', 'is wider than high', less('height', 'width')],
  ['ac-condenser', 'is wider than high', less('height', 'width')],
  ['heater-core', 'is wider than high', less('height', 'width')],
  [
    'water-pump',
    'driven electrically has a plastic impeller',
    (a) => a['drive'] !== 'Electric' || a['mat'] === 'Plastic',
  ],
  [
    'oxygen-sensor',
    'of the wide band has 5 wires',
    (a) => (a['type'] === 'Wide-band') === (a['wires'] === '5'),
  ],
  [
    'shock-absorber',
    'is shorter compressed',
    (a) => between(numberOf(a, 'closed') / numberOf(a, 'open'), 0.5, 0.72),
  ],
  ['coil-spring', 'is wound from wire thinner than itself', less('wire', 'outer')],
  [
    'strut-mount',
    'turns only at the front',
    (a) => (a['axle'] === 'Front') === (a['bearing'] === 'With'),
  ],
  ['control-arm-bush', 'has its bore inside', less('bore', 'outer')],
  [
    'wheel-bearing-kit',
    'has its bore inside',
    (a) => numberOf(a, 'inner') + 15 < numberOf(a, 'outer'),
  ],
  [
    'wheel-hub-with-bearing',
    'has as many holes as its flange can carry',
    (a) => a['holes'] !== '6' || numberOf(a, 'flange') >= 140,
  ],
  [
    'wheel-stud',
    'has a knurl thicker than its thread',
    (a) => numberOf(a, 'knurl') > Number(String(a['thread']).slice(1, 3)),
  ],
  ['crankshaft-oil-seal', 'has its shaft inside', less('inner', 'outer')],
  ['cv-boot-kit', 'has a small and a large end', less('small', 'large')],
  [
    'cv-joint-kit',
    'has no more splines inside than outside',
    (a) => numberOf(a, 'inner') <= numberOf(a, 'outer'),
  ],
  [
    'tailgate-gas-strut',
    'moves by less than half its length',
    (a) => numberOf(a, 'stroke') * 2 < numberOf(a, 'len'),
  ],
  [
    'starter-battery',
    'has more capacity in a longer case',
    (a) => between(numberOf(a, 'len') / numberOf(a, 'cap'), 3.5, 5.3),
  ],
  [
    'starter-battery',
    'cranks with 8 to 11 A per Ah',
    (a) => between(numberOf(a, 'cca') / numberOf(a, 'cap'), 8, 11),
  ],
  [
    'alternator',
    'of 150 A or more has 7 ribs',
    (a) => numberOf(a, 'amp') < 150 || a['ribs'] === '7',
  ],
  [
    'headlight',
    'with gas discharge or diodes levels itself',
    (a) => (a['src'] === 'Halogen') === (a['adj'] !== 'Automatic'),
  ],
  [
    'brake-fluid',
    'of a higher grade boils later',
    (a) => a['dot'] !== 'DOT 5.1' || numberOf(a, 'dry') >= 265,
  ],
  [
    'engine-oil',
    'of 0W-20 meets no ACEA class',
    (a) => a['visc'] !== '0W-20' || String(a['api']).startsWith('API'),
  ],
  [
    'tyre',
    'carries more the wider it is',
    (a) => numberOf(a, 'width') < 255 || numberOf(a, 'load') > 90,
  ],
];

describe('the attributes of demo parts', () => {
  test.each(rules)('a %s %s', (type, _rule, holds) => {
    const ofType = parts.filter((part) => part.partTypeId === type);
    expect(ofType.length).toBeGreaterThanOrEqual(3);
    expect(
      ofType.filter((part) => !holds(part.attributes)).map((part) => [part.name, part.attributes]),
    ).toEqual([]);
  });

  const ranges = new Map(
    categories.flatMap(({ types }) => types).map((type) => [type.id, type.attributes]),
  );

  test('are those of their type and no others', () => {
    const keysOf = (type: string) => (ranges.get(type) ?? []).map(({ key }) => key).toSorted();
    const wrong = parts.filter(
      (part) => String(Object.keys(part.attributes).toSorted()) !== String(keysOf(part.partTypeId)),
    );
    expect(wrong.map((part) => part.name)).toEqual([]);
  });

  test('lie within the ranges of their type', () => {
    const inside = (range: AttributeRange, value: string | number | undefined) =>
      value !== undefined &&
      ('values' in range
        ? range.values.includes(String(value))
        : between(Number(value), range.min, range.max));
    const outside = parts.flatMap((part) =>
      (ranges.get(part.partTypeId) ?? [])
        .filter((range) => !inside(range, part.attributes[range.key]))
        .map((range) => `${part.name}: ${range.label} ${part.attributes[range.key]}`),
    );
    expect(outside).toEqual([]);
  });
});
