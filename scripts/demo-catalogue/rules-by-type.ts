import { at } from '#server/db/demo/random.ts';
import {
  along,
  type Draw,
  firstYear,
  numberOf,
  roundTo,
  type Rule,
  sharedRules,
} from './attribute-rule.ts';
import { readRows } from './read-data.ts';

const { by, bySize, inStepWith, oneOf, times } = sharedRules;

/** The bolt pattern of the wheels, '5x114.3', as written and as numbers. */
function lugOf({ fitting }: Draw) {
  const lug = fitting.main?.lug ?? '';
  const [holes = '', circleMm] = lug.split('x');
  return { lug, holes, circleMm: Number(circleMm) };
}

const holes: Rule = (draw) => lugOf(draw).holes;

const isRear = ({ drawn }: Draw) => drawn['axle'] === 'Rear';

/** Brakes of rear axles are smaller than those of front axles. */
const brakeSize = (draw: Draw) => (isRear(draw) ? 0.75 : 1);

function discSize(draw: Draw): number {
  const { circleMm, holes: count } = lugOf(draw);
  const heavy = count === '6' || circleMm > 120;
  return along(draw.size, heavy ? 0.5 : 0, count === '4' ? 0.25 : 1) * brakeSize(draw);
}

/** Lengths in mm of the battery cases that exist, with the smallest and largest capacity in Ah. */
const batteryCases: Record<string, [number, number]> = {
  187: [36, 45],
  207: [44, 50],
  242: [56, 62],
  278: [68, 74],
  315: [78, 85],
  353: [88, 95],
  394: [100, 105],
};

/** Tyres that are really made. */
const tyreSizes = readRows('tyre-sizes.csv');

const premiumMakes = /^(Audi|BMW|Mercedes-Benz|Lexus|Acura|Infiniti|Cadillac|Lincoln|Volvo)$/;

const standardBore = ({ size }: Draw) => roundTo(along(size, 69, 101), 0.5);

/** Rules of types for which the shared rules are not enough; applied in this order. */
export const rulesByType: Record<string, Record<string, Rule>> = {
  'brake-disc': {
    dia: (draw) => Math.round(along(discSize(draw), 236, 390)),
    type(draw) {
      const dia = numberOf(draw.drawn, 'dia');
      const solid = isRear(draw) ? dia < 320 && draw.random.chance(0.7) : dia < 258;
      return solid
        ? 'Solid'
        : draw.random.pick(['Vented', 'Vented', 'Vented', 'Drilled', 'Slotted']);
    },
    thk(draw) {
      const [min, max] = draw.drawn['type'] === 'Solid' ? [9, 14] : [20, 36];
      return Math.round(along(discSize(draw), min, max));
    },
    // Every maker allows one millimetre of wear a side.
    minthk: ({ drawn }) => numberOf(drawn, 'thk') - 2,
    holes,
    pcd: (draw) => lugOf(draw).circleMm,
  },
  'brake-drum': { dia: bySize(180, 300, 1), width: inStepWith('dia', [180, 300], [28, 68]), holes },
  'brake-pad-set': {
    width: (draw) => roundTo(along(draw.size * brakeSize(draw), 88, 190), 0.1),
    height: times('width', 0.38, 0.05),
    thk: (draw) => roundTo(along(draw.size * brakeSize(draw), 14.2, 20), 0.1),
  },
  // The more pistons, the smaller each is; rear calipers have one small piston.
  'brake-caliper': {
    pistons: by('axle', { Rear: '1' }),
    piston(draw) {
      const front = { '1': 50, '2': 40, '4': 32 }[String(draw.drawn['pistons'])] ?? 50;
      const smallest = isRear(draw) ? 33 : front;
      return Math.round(along(draw.size, smallest, smallest + 10));
    },
  },
  'ball-joint': {
    thread({ drawn, random }) {
      const fine = random.pick(['M12x1.25', 'M12x1.5']);
      const taper = numberOf(drawn, 'taper');
      return taper < 14 ? 'M10x1.25' : taper < 18 ? fine : 'M14x1.5';
    },
  },
  'wheel-hub-with-bearing': {
    holes,
    // The flange carries the bolt circle: it is a bolt head wider on each side.
    flange: (draw) => Math.round(Math.min(170, lugOf(draw).circleMm + 26)),
  },
  // The knurl must be thicker than the thread that passes through the hub.
  'wheel-stud': {
    knurl: ({ drawn, random }) =>
      roundTo((drawn['thread'] === 'M14x1.5' ? 14.6 : 12.6) + random.next() * 1.3, 0.1),
  },
  'steel-wheel': {
    pcd: (draw) => lugOf(draw).lug,
    // Wheels with four bolts are those of small cars.
    dia: (draw) => Math.round(along(draw.size, 0, 2)) + (lugOf(draw).holes === '4' ? 13 : 15),
    width: ({ drawn, random }) =>
      4.5 + (numberOf(drawn, 'dia') - 13) * 0.5 + random.pick([0, 0.5, 1]),
  },
  tyre: {
    width({ random, size }) {
      const place = along(size + (random.next() - 0.5) * 0.2, 0, tyreSizes.length - 1);
      const [width, ratio, rim, load, speed = ''] = at(tyreSizes, Math.round(place));
      return {
        width: Number(width),
        ratio: Number(ratio),
        rim: Number(rim),
        load: Number(load),
        speed,
      };
    },
    season: by('speed', {
      T: ['Winter', 'All-season', 'Summer'],
      H: ['Winter', 'All-season', 'Summer'],
      '*': ['Summer', 'All-season'],
    }),
  },
  'cv-joint-kit': {
    inner: ({ drawn }) => String(Math.min(33, numberOf(drawn, 'inner'), numberOf(drawn, 'outer'))),
  },

  'spark-plug': {
    reach: by('thread', { 'M14x1.25': [17.5, 19, 26.5], '*': [19, 26.5] }),
    hex: by('thread', { 'M14x1.25': [16, 21], 'M12x1.25': [14, 16], 'M10x1.0': [14] }),
    gap: ({ random }) => roundTo(0.7 + random.next() * 0.4, 0.1),
  },
  'glow-plug': { volt: oneOf(5, 7, 11), len: ({ drawn }) => roundTo(numberOf(drawn, 'len'), 1) },
  'crankshaft-position-sensor': { len: ({ drawn }) => Math.max(120, numberOf(drawn, 'len')) },
  'knock-sensor': { len: ({ drawn }) => Math.max(100, numberOf(drawn, 'len')) },
  // Bores come in half millimetres; an oversize piston is that much wider than the standard one.
  'piston-with-rings': {
    bore: (draw) => standardBore(draw) + (Number.parseFloat(String(draw.drawn['over'])) || 0),
    pin: (draw) => Math.round(standardBore(draw) * 0.25),
  },
  // Roller lifters are slim and tall, bucket tappets wide and flat.
  'hydraulic-lifter': {
    dia: ({ random }) => random.pick(random.chance(0.5) ? [31, 33, 35] : [12, 16, 21.4]),
    height: ({ drawn, random }) =>
      random.pick(numberOf(drawn, 'dia') >= 31 ? [26, 26.5, 27, 28] : [34, 38.5, 44, 52]),
  },
  // 8 lobes for 4 cylinders and 2 valves each; more lobes need a longer shaft.
  camshaft: {
    lobes: oneOf('8', '8', '16'),
    len: ({ drawn, random }) => (drawn['lobes'] === '8' ? 382 : 478) + random.between(0, 60),
  },
  'fuel-filter-in-line': { out: ({ drawn }) => numberOf(drawn, 'in') },
  'oxygen-sensor': {
    type: ({ drawn, random }) =>
      drawn['pos'] === 'Upstream' && random.chance(0.5) ? 'Wide-band' : 'Narrow-band',
    wires: by('type', { 'Wide-band': '5', 'Narrow-band': ['4', '4', '3'] }),
  },
  'crankshaft-oil-seal': {
    inner: ({ drawn }) => roundTo(numberOf(drawn, 'inner'), 1),
    outer: ({ drawn, random }) => numberOf(drawn, 'inner') + random.between(14, 20),
  },
  // Each steel layer adds about a third of a millimetre.
  'cylinder-head-gasket': {
    thk: ({ drawn, random }) =>
      roundTo(0.6 + (numberOf(drawn, 'layers') - 3) * 0.35 + random.between(0, 8) * 0.05, 0.05),
  },

  // 105 Ah does not fit into a compact car, and 40 Ah does not start a pickup.
  'starter-battery': {
    len({ fitting, size }) {
      const place = fitting.main?.heavy ? along(size, 3, 6) : along(size, 0, 3);
      return Number(Object.keys(batteryCases)[Math.round(place)]);
    },
    cap: ({ drawn, random }) => random.between(...(batteryCases[String(drawn['len'])] ?? [68, 74])),
    // Better separators give more cold cranking current per Ah.
    cca({ drawn }) {
      const perAh = { Flooded: 8.8, EFB: 9.4, AGM: 9.8 }[String(drawn['type'])] ?? 9;
      return Math.min(950, Math.max(330, roundTo(numberOf(drawn, 'cap') * perAh, 10)));
    },
  },
  // LED lamps since about 2016; before, expensive makes had xenon.
  headlight: {
    src(draw) {
      if (firstYear(draw) >= 2016) return draw.random.pick(['LED', 'LED', 'Halogen']);
      return premiumMakes.test(draw.fitting.main?.make ?? '') ? 'Xenon' : 'Halogen';
    },
    adj: by('src', { Halogen: ['Manual', 'Electric'], '*': 'Automatic' }),
  },
  // Which specifications an oil of this viscosity can meet.
  'engine-oil': {
    api: by('visc', {
      '0W-20': ['API SP', 'API SN'],
      '0W-30': ['ACEA C2', 'ACEA C3'],
      '5W-30': ['ACEA C2', 'ACEA C3', 'API SP'],
      '5W-40': ['ACEA C3', 'ACEA A3/B4', 'API SN'],
      '10W-40': ['ACEA A3/B4', 'API SN'],
    }),
    vol: oneOf(1, 4, 5),
  },
};
