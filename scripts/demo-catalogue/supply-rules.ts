import { along, numberOf, roundTo, type AttributeRule } from './attribute-rule.ts';
import { isHeavy } from './vehicles.ts';

/** Battery cases that exist: length in mm, smallest and largest capacity in Ah. */
const batteryCases: [number, number, number][] = [
  [187, 36, 45],
  [207, 44, 50],
  [242, 56, 62],
  [278, 68, 74],
  [315, 78, 85],
  [353, 88, 95],
  [394, 100, 105],
];

/** Cold cranking current per Ah: better separators give more. */
const crankingPerAh: Record<string, number> = { Flooded: 8.8, EFB: 9.4, AGM: 9.8 };

/** A compact car has no room for 105 Ah, and a pickup does not start on 40. */
const battery: AttributeRule = ({ drawn, fitting, random, size }) => {
  const heavy = fitting.main !== undefined && isHeavy(fitting.main);
  const place = heavy ? along(size, 3, 6) : along(size, 0, 3);
  const [len, least, most] = batteryCases[Math.round(place)] ?? [278, 68, 74];
  const cap = random.between(least, most);
  const cca = cap * (crankingPerAh[String(drawn['type'])] ?? 9);
  return { len, cap, cca: Math.min(950, Math.max(330, roundTo(cca, 10))) };
};

/** A wider belt for a stronger alternator. */
const alternator: AttributeRule = ({ drawn }) => {
  const amp = numberOf(drawn, 'amp');
  return {
    ribs: amp >= 150 ? '7' : amp >= 110 ? '6' : '5',
    pulley: amp >= 110 ? 'Freewheel' : 'Fixed',
  };
};

const premiumMakes = [
  'Audi',
  'BMW',
  'Mercedes-Benz',
  'Lexus',
  'Acura',
  'Infiniti',
  'Cadillac',
  'Lincoln',
  'Volvo',
];

/** LED lamps came with the generations of about 2016; before, xenon was for the dearer makes. */
const headlight: AttributeRule = ({ fitting, random }) => {
  const from = fitting.fitments[0]?.yearFrom ?? 0;
  const older = premiumMakes.includes(fitting.main?.make ?? '') ? 'Xenon' : 'Halogen';
  const src = from >= 2016 ? random.pick(['LED', 'LED', 'Halogen']) : older;
  const adj = src === 'Halogen' ? random.pick(['Manual', 'Electric']) : 'Automatic';
  return { src, adj };
};

/** Nominal watts of each 12 V base. */
const bulbWatts: Record<string, number> = {
  H1: 55,
  H3: 55,
  H4: 60,
  H7: 55,
  H8: 35,
  H11: 55,
  HB3: 60,
  HB4: 51,
};

const bulb: AttributeRule = ({ drawn }) => ({
  volt: '12 V',
  watt: bulbWatts[String(drawn['base'])] ?? 55,
});

/** What a base is used for decides its colour: turn signals are amber, tail and brake lights red. */
const ledColours: Record<string, string[]> = {
  W5W: ['White 6000 K', 'Amber'],
  P21W: ['White 6000 K', 'Red'],
  PY21W: ['Amber'],
  'P21/5W': ['Red'],
  W21W: ['White 6000 K', 'Amber', 'Red'],
  C5W: ['White 6000 K'],
};

/** A gas spring can't extend by more than the tube is long. */
const gasStrut: AttributeRule = ({ drawn, random }) => ({
  stroke: Math.round(
    Math.min(310, Math.max(95, numberOf(drawn, 'len') * (0.36 + random.next() * 0.04))),
  ),
});

const widerThanHigh =
  (lowest: number, highest: number): AttributeRule =>
  ({ drawn, random }) => ({
    height: Math.round(
      Math.min(highest, Math.max(lowest, numberOf(drawn, 'width') * (0.6 + random.next() * 0.1))),
    ),
  });

const longerThanWide =
  (narrowest: number, widest: number): AttributeRule =>
  ({ drawn, random }) => ({
    width: Math.round(
      Math.min(widest, Math.max(narrowest, numberOf(drawn, 'len') * (0.55 + random.next() * 0.2))),
    ),
  });

/** Which specifications an oil of this viscosity can meet. */
const oilSpecs: Record<string, string[]> = {
  '0W-20': ['API SP', 'API SN'],
  '0W-30': ['ACEA C2', 'ACEA C3'],
  '5W-30': ['ACEA C2', 'ACEA C3', 'API SP'],
  '5W-40': ['ACEA C3', 'ACEA A3/B4', 'API SN'],
  '10W-40': ['ACEA A3/B4', 'API SN'],
};

/** Dry boiling points above each grade's legal minimum. */
const boilingPoints: Record<string, number[]> = {
  'DOT 3': [230, 235, 240],
  'DOT 4': [245, 250, 255],
  'DOT 5.1': [265, 270],
};

export const supplyRules: Record<string, AttributeRule> = {
  'starter-battery': battery,
  alternator,
  relay: ({ drawn, random }) => (drawn['pins'] === '5' ? { amp: random.pick([20, 30, 40]) } : {}),
  headlight,
  'tail-light': ({ fitting }) => ({
    src: (fitting.fitments[0]?.yearFrom ?? 0) >= 2017 ? 'LED' : 'Bulb',
  }),
  'headlight-bulb': bulb,
  'led-bulb-signal': ({ drawn, random }) => ({
    col: random.pick(ledColours[String(drawn['base'])] ?? ['White 6000 K']),
  }),
  'tailgate-gas-strut': gasStrut,
  'ac-compressor': ({ fitting }) => ({
    gas: (fitting.fitments[0]?.yearFrom ?? 0) >= 2016 ? 'R1234yf' : 'R134a',
  }),
  'ac-condenser': widerThanHigh(280, 460),
  'blower-motor': () => ({ volt: '12 V' }),
  'heater-core': widerThanHigh(120, 220),
  'air-filter-panel': longerThanWide(95, 300),
  'cabin-filter': longerThanWide(90, 260),
  'engine-oil': ({ drawn, random }) => ({
    api: random.pick(oilSpecs[String(drawn['visc'])] ?? ['API SP']),
    vol: random.pick([1, 4, 5]),
  }),
  'brake-fluid': ({ drawn, random }) => ({
    vol: random.pick([0.25, 0.5, 1, 5]),
    dry: random.pick(boilingPoints[String(drawn['dot'])] ?? [250]),
  }),
  antifreeze: ({ random }) => ({ vol: random.pick([1, 5]) }),
  'transmission-fluid': ({ random }) => ({ vol: random.pick([1, 4, 5]) }),
};
