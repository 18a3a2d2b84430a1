import { along, numberOf, roundTo, type AttributeRule } from './attribute-rule.ts';

const sparkPlug: AttributeRule = ({ drawn, random }) => {
  const thread = String(drawn['thread']);
  const hex = { 'M14x1.25': [16, 21], 'M12x1.25': [14, 16], 'M10x1.0': [14] }[thread] ?? [16];
  const reach = thread === 'M14x1.25' ? random.pick([17.5, 19, 26.5]) : random.pick([19, 26.5]);
  return { hex: random.pick(hex), reach, gap: roundTo(0.7 + random.next() * 0.4, 0.1) };
};

const glowPlug: AttributeRule = ({ drawn, random }) => ({
  volt: random.pick([5, 7, 11]),
  len: roundTo(numberOf(drawn, 'len'), 1),
});

/** Bores come in half millimetres; an oversize piston is that much wider than the standard one. */
const piston: AttributeRule = ({ drawn, size }) => {
  const standard = roundTo(along(size, 69, 101), 0.5);
  const over = { STD: 0, '+0.25 mm': 0.25, '+0.50 mm': 0.5 }[String(drawn['over'])] ?? 0;
  return { bore: standard + over, pin: Math.round(standard * 0.25) };
};

/** Roller lifters are slim and tall, bucket tappets wide and flat. */
const lifter: AttributeRule = ({ random }) =>
  random.chance(0.5)
    ? { dia: random.pick([31, 33, 35]), height: random.pick([26, 26.5, 27, 28]) }
    : { dia: random.pick([12, 16, 21.4]), height: random.pick([34, 38.5, 44, 52]) };

const drainPlug: AttributeRule = ({ drawn, random }) => {
  const thread = String(drawn['thread']);
  const hex = thread.startsWith('M12')
    ? [13, 14, 17]
    : thread.startsWith('M14')
      ? [17, 19]
      : [19, 21, 24];
  return { hex: random.pick(hex) };
};

/** 8 lobes for 4 cylinders and 2 valves each; more lobes need a longer shaft. */
const camshaft: AttributeRule = ({ random }) => {
  const lobes = random.pick(['8', '8', '16']);
  return { lobes, len: (lobes === '8' ? 382 : 478) + random.between(0, 60) };
};

const waterPump: AttributeRule = ({ drawn }) =>
  drawn['drive'] === 'Electric' ? { mat: 'Plastic' } : {};

/** A core stays wider than high, and the row of tubes grows with it. */
const radiator: AttributeRule = ({ drawn, random }) => {
  const width = numberOf(drawn, 'width');
  return {
    height: Math.round(Math.min(560, Math.max(280, width * (0.55 + random.next() * 0.15)))),
  };
};

const lambda: AttributeRule = ({ drawn, random }) => {
  if (drawn['pos'] === 'Upstream' && random.chance(0.5)) return { type: 'Wide-band', wires: '5' };
  return { type: 'Narrow-band', wires: random.pick(['4', '4', '3']) };
};

const chainLinks: AttributeRule = ({ drawn }) =>
  drawn['rows'] === 'Duplex' ? { links: '104' } : {};

const oilSeal: AttributeRule = ({ drawn, random }) => ({
  outer: roundTo(numberOf(drawn, 'inner') + random.between(14, 20), 1),
  inner: roundTo(numberOf(drawn, 'inner'), 1),
});

/** Each steel layer adds about a third of a millimetre. */
const headGasket: AttributeRule = ({ drawn, random }) => {
  const thinnest = { '3': 0.6, '4': 0.95, '5': 1.3 }[String(drawn['layers'])] ?? 0.6;
  return { thk: roundTo(thinnest + random.between(0, 8) * 0.05, 0.05) };
};

const valve =
  (smallest: number, largest: number): AttributeRule =>
  ({ size }) => ({
    head: roundTo(along(size, smallest, largest), 0.5),
    stem: roundTo(along(size, 5, 8), 0.5),
    len: roundTo(along(size, 90, 126), 0.1),
  });

export const carEngineRules: Record<string, AttributeRule> = {
  'spark-plug': sparkPlug,
  'glow-plug': glowPlug,
  'rotor-arm': ({ random }) => ({ res: random.pick([1, 5]) }),
  'crankshaft-position-sensor': ({ drawn }) => ({ len: Math.max(120, numberOf(drawn, 'len')) }),
  'knock-sensor': ({ drawn }) => ({ len: Math.max(100, numberOf(drawn, 'len')) }),
  'piston-with-rings': piston,
  'piston-ring-set': ({ size, random }) => ({
    bore: roundTo(along(size, 69, 102), 0.5),
    cyl: random.pick(['4', '4', '6']),
  }),
  'engine-valve-intake': valve(27, 45),
  'engine-valve-exhaust': valve(23, 39),
  'hydraulic-lifter': lifter,
  'oil-drain-plug': drainPlug,
  'engine-mount': ({ drawn }) => (drawn['pos'] === 'Torque rod' ? { type: 'Rubber' } : {}),
  camshaft,
  'timing-chain-kit': chainLinks,
  'v-belt': ({ random }) => ({ width: random.pick([9.5, 10, 12.5, 13]) }),
  'water-pump': waterPump,
  radiator,
  thermostat: ({ random }) => ({ open: random.pick([82, 87, 88, 92, 95, 97, 103, 105]) }),
  // What a fan of this diameter can move bounds its motor.
  'radiator-fan': ({ drawn }) => ({
    power: roundTo(along((numberOf(drawn, 'dia') - 280) / 170, 80, 600), 10),
  }),
  'coolant-temperature-sensor': ({ drawn }) => ({
    pins: drawn['pins'] === '1' ? '2' : String(drawn['pins']),
  }),
  'fuel-filter-in-line': ({ drawn }) => ({ in: numberOf(drawn, 'in'), out: numberOf(drawn, 'in') }),
  'oil-filter-element': ({ drawn, random }) => ({
    inner: roundTo(
      Math.min(42, Math.max(14, numberOf(drawn, 'dia') * (0.3 + random.next() * 0.15))),
      0.1,
    ),
  }),
  'oxygen-sensor': lambda,
  'egr-valve': ({ drawn, random }) => ({
    pins: drawn['act'] === 'Vacuum' ? '2' : random.pick(['5', '6']),
  }),
  'catalytic-converter': ({ fitting, random }) => ({
    cell: random.pick([300, 400, 600]),
    euro: (fitting.fitments[0]?.yearFrom ?? 0) >= 2015 ? 'Euro 6' : 'Euro 5',
  }),
  'crankshaft-oil-seal': oilSeal,
  'cylinder-head-gasket': headGasket,
};
